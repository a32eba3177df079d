/** Columns of the indexes that a first load creates when all rows are there, as the migrations create them. */
const deferred = {
  company_name_key: 'company (name_key)',
  company_newest: 'company (is_demo, founded_on, id)',
}

export type DeferredIndexes = {
  drop(): Promise<void>
  /** Creates those that are missing, also after an interrupted first load. */
  create(): Promise<void>
}

/** `findNames`: the names of all indexes of the store. */
export function createDeferredIndexes(
  findNames: () => Promise<readonly { name: string }[]>,
  run: (text: string) => Promise<unknown>,
): DeferredIndexes {
  return {
    drop: async () => {
      for (const name of Object.keys(deferred)) await run(`drop index if exists ${name}`)
    },
    create: async () => {
      const existing = new Set((await findNames()).map(({ name }) => name))
      for (const [name, columns] of Object.entries(deferred)) {
        if (!existing.has(name)) await run(`create index ${name} on ${columns}`)
      }
    },
  }
}
