import * as z from 'zod/mini'

/** First line of the input of the child, as JSON: what to do with the bytes that follow. */
export const listTask = z.union([
  z.object({ task: z.literal('read'), listName: z.nullable(z.string()) }),
  z.object({ task: z.literal('write') }),
])
export type ListTask = z.infer<typeof listTask>

const text = z.nullable(z.string())
export const listAnswer = z.union([
  z.object({ refused: z.string() }),
  z.object({
    encoding: text,
    entries: z.array(z.object({ input: z.string(), name: text, code: text, fault: text })),
  }),
])
export type ListAnswer = z.infer<typeof listAnswer>

export const workbookSheets = z.array(z.object({ name: z.string(), rows: z.array(z.array(z.string())) }))
export type WorkbookSheets = z.infer<typeof workbookSheets>
