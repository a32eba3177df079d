export type CurrencyRow = { code: string; unit: string; aliases: string[] }

/** Currencies as registers spell them. */
export type Currencies = {
  /** ISO 4217 code for a code or a Chinese spelling (人民币, 美元, 港币); null for an unknown one. */
  codeOf(text: string): string | null
}

export function createCurrencies(rows: readonly CurrencyRow[]): Currencies {
  const byWord = new Map(rows.flatMap((row) => [row.code, row.unit, ...row.aliases].map((word) => [word, row.code])))
  return { codeOf: (text) => byWord.get(text.trim()) ?? null }
}
