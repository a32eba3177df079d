/** A company that a question is about. `shortName`: what people call it; absent: unknown. */
export type AskedCompany = { id: string; name: string; isDemo: boolean; shortName?: string }
