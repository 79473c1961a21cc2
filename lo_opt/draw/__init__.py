"""Pictures of puzzles and answers, one description of each for every format; solves nothing.

>>> from lo_opt import Puzzle
>>> svg(scene_of(Puzzle.grid("110/100/000")))[:4]
'<svg'
"""

from lo_opt.draw.files import check_picture, write_picture
from lo_opt.draw.pictures import answer_scene, puzzle_scene, scene_of
from lo_opt.draw.scene import Scene
from lo_opt.draw.svg import svg

__all__ = ["Scene", "answer_scene", "check_picture", "puzzle_scene", "scene_of", "svg", "write_picture"]
