// Unfit on purpose: nothing is wrong with it.
int number() {
  return 1;  // refused
}
