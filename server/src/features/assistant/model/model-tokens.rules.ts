/** Tokens that a request may have, and an answer. */
export const INPUT_TOKENS = 12_000
export const OUTPUT_TOKENS = 600

/** Upper estimate: one token per Chinese character, and one per three other characters. */
export function estimateTokens(text: string): number {
  const han = text.match(/[\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef\u{20000}-\u{3ffff}]/gu)?.length ?? 0
  return han + Math.ceil((text.length - han) / 3)
}
