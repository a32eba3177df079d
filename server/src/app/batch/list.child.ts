// Reads a list of names and codes from stdin, or writes a workbook to stdout. A process, not a thread: a malicious workbook may take
// all memory or time, and a process can be killed with all its resources.
import { constants, setPriority } from 'node:os'
import * as z from 'zod/mini'
import { listTask } from './list-process.ts'
import { runListTask } from './run-list-task.ts'

const chunks: Buffer[] = []
for await (const chunk of process.stdin) chunks.push(chunk)
const input = Buffer.concat(chunks)
const end = input.indexOf(0x0a)
const task = z.parse(listTask, JSON.parse(input.subarray(0, end).toString()))

// A server on this machine answers first.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
process.stdout.write(await runListTask(task, input.subarray(end + 1)))
