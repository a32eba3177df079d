import { readFileSync, writeFileSync } from 'node:fs'
import { formatsFile, withKinds } from '../importers/records/record-formats.ts'

// Writes the tables of docs/record-formats.md from the record kinds: `node server/src/cli/record-formats.ts`.
writeFileSync(formatsFile, withKinds(readFileSync(formatsFile, 'utf8')))
