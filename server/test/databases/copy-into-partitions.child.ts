import { openDatabase } from '../../src/platform/database/open-database.ts'
import { createPartitionCopy } from '../../src/platform/database/partitions/copy-into-partitions.ts'

/** Copies a store into partitions until it is done or killed, and sends a message after each step. */
const [databaseUrl = ''] = process.argv.slice(2)
const database = openDatabase({ databaseUrl, dataDir: '' })
const step = createPartitionCopy(database.db, { firstPages: 8 })
for (;;) {
  const result = await step()
  process.send?.(result)
  if (result.type === 'done') break
}
await database.close()
process.disconnect()
