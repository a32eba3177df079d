/**
 * Counts matches instead of returning them: most matches of a page are only counted, and returning one costs several
 * times as much. A source of matches may ignore it and return them all.
 */
export class MatchTally {
  count = 0
  isOn = false
  /** True once enough is counted, or the time is over. */
  isFull = false
  #most = Number.POSITIVE_INFINITY
  #isOver = () => false

  /** From now on matches are only counted, until there are `most` of them or `isOver`, which is called now and then. */
  start(most: number, isOver = this.#isOver) {
    this.#most = most
    this.#isOver = isOver
    this.isFull = this.count >= most
    this.isOn = true
  }

  add() {
    this.count += 1
    this.isFull = this.count >= this.#most || (this.count % CLOCK_EVERY === 0 && this.#isOver())
  }
}

/** Matches between two looks at the clock. */
export const CLOCK_EVERY = 1024
