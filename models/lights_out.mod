# Lights Out as an integer program, in GMPL (GNU MathProg).
#
#   glpsol --model lights_out.mod --data article-5x5.dat
#
# Pressing a button moves it and its neighbours between off and on. Press each button at most once, for twice is as good
# as never, so that every light ends at its target, at least cost: an even number of moves where it starts as it should
# end, an odd number elsewhere. "Even" is said by a whole number k of pairs.

param rows, integer, >= 1;
param cols, integer, >= 1;

# Cells are counted from 0 at the top left.
set CELLS := {0..rows-1, 0..cols-1};

# What a press reaches, as steps down and to the right: the plus, unless the data say otherwise.
set REACH, dimen 2, default {(0,0), (0,1), (0,-1), (1,0), (-1,0)};

param lit{CELLS}, binary;                  # how the lights start
param target{CELLS}, binary, default 0;    # how they should end
param weight{CELLS}, >= 0, default 1;      # what a press costs
set FORBIDDEN, within CELLS, default {(r,c) in CELLS: 0 = 1};   # buttons that must not be pressed, else none

var x{CELLS}, binary;                      # 1 if the button is pressed
var k{CELLS}, integer, >= 0;               # how many pairs the moves of a light make

minimize cost: sum{(r,c) in CELLS} weight[r,c] * x[r,c];

s.t. light{(r,c) in CELLS}:
    lit[r,c] + target[r,c] + sum{(i,j) in REACH: (r-i,c-j) in CELLS} x[r-i,c-j] = 2 * k[r,c];

s.t. barred{(r,c) in FORBIDDEN}: x[r,c] = 0;

solve;

printf "cost %g\n", sum{(r,c) in CELLS} weight[r,c] * x[r,c];
for {r in 0..rows-1} {
    printf{c in 0..cols-1} "%d", x[r,c];
    printf "\n";
}

end;
