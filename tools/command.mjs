import { installAndBuild } from './lib/build.mjs'
import { builtProgram } from './lib/built-program.mjs'
import { runInForeground } from './lib/run.mjs'

// Runs a command of server/src/cli with the remaining words: `node tools/command.mjs import companies <file> …`.
const [name, ...words] = process.argv.slice(2)
// The output of this command is a protocol.
if (name === 'mcp') console.log = console.error
const node = await installAndBuild('server')
const { args, env } = builtProgram(name)
await runInForeground(node, [...args, ...words], { env })
