import { standInDialects, standInFaults, startModelStandIn } from '../server/test/assistant/model-stand-in.ts'

/** `npm run model-stand-in [dialect] [fault]`: a model to try 百言 with, which repeats the composed answer. */
const words = process.argv.slice(2)
const server = await startModelStandIn({ port: 8190 })
server.dialect = standInDialects.find((dialect) => words.includes(dialect)) ?? 'openai'
server.fault = words.includes('lies') ? 'lies' : (standInFaults.find((fault) => words.includes(fault)) ?? null)
process.stdout.write(
  [
    `Stand-in for a language model: ${server.dialect}, ${server.fault ?? 'no fault'}. Start 百企查 with`,
    `  AI_BASE_URL=${server.baseUrl} AI_MODEL=stand-in npm start`,
    `Dialects: ${standInDialects.join(', ')}. Faults: lies, ${standInFaults.join(', ')}.`,
    '',
  ].join('\n'),
)
