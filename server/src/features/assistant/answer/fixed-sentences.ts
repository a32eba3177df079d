/** Sentences that state nothing about a company and so need no citation, by their purpose. */
export const fixedText = {
  limitsOfRecords: '公示记录仅反映已公示的事项，不能据此判断企业是否可靠，也不构成合作建议。',
} as const

export const fixedSentences: readonly string[] = Object.values(fixedText)
