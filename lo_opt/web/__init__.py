"""The local page: a board to click, served on 127.0.0.1 only; needs the extra `web` (Starlette and uvicorn)."""
