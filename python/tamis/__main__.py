"""`python -m tamis` is the command line `tamis`."""
from ._program import main

main()
