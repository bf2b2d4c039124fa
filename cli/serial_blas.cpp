// OpenBLAS starts threads of its own when it is loaded, before main begins. The program has its own threads
// and calls BLAS from each of them, so it needs none of those, and where threads are scarce they do harm:
// OpenBLAS ends the process if it gets none. It asks this function how many the user wants, and the program's
// own definition comes before that of the library. In Python the process is not ours, so the library is left
// alone.
extern "C" int openblas_num_threads_env() { return 1; }
