/** The answer of a call that returns no data. */
export async function noData(work: Promise<unknown>): Promise<null> {
  await work
  return null
}
