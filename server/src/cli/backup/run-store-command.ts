import path from 'node:path'
import { parseArgs } from 'node:util'
import { adminHelp, storeCommands } from '../admin/admin-action.ts'
import { AdminRefused } from '../admin/admin-refused.ts'
import { backUp } from './back-up.ts'
import { type BackupCommand, defaultKeyFile } from './backup-files.ts'
import { restore } from './restore.ts'

export const isStoreCommand = ([name]: readonly string[]) => storeCommands.some((command) => command.name === name)

type Words = { folder: string; key: string | undefined; replace: boolean }

function readWords([name, ...args]: readonly string[]): Words {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { key: { type: 'string' }, ...(name === 'restore' && { replace: { type: 'boolean' } }) },
    })
    const [folder = ''] = positionals
    if (positionals.length === 1 && folder !== '') {
      return { folder: path.resolve(folder), key: values.key, replace: 'replace' in values && values.replace === true }
    }
  } catch {
    // An unknown option, or one without its value.
  }
  throw new AdminRefused(adminHelp(storeCommands))
}

/** Runs `backup` or `restore`. @throws AdminRefused with a sentence for the operator */
export async function runStoreCommand(
  words: readonly string[],
  common: Pick<BackupCommand, 'location' | 'operator' | 'print'>,
): Promise<void> {
  const { folder, key, replace } = readWords(words)
  const command = { ...common, folder, keyFile: path.resolve(key ?? defaultKeyFile(folder)) }
  if (words[0] === 'backup') await backUp(command)
  else await restore({ ...command, replace })
}
