// Reads one picture from stdin, whose header was checked, and writes it as a JPEG to stdout. A process, not a thread: a
// malicious picture may crash or hang the decoder or exhaust memory, and a process can be killed with all its resources.
import { createCanvas, Image } from '@napi-rs/canvas'

const LONGEST_SIDE = 2_560
const QUALITY = 85

const chunks: Buffer[] = []
for await (const chunk of process.stdin) chunks.push(chunk)

const image = new Image()
image.src = Buffer.concat(chunks)
// Decoding applies the orientation of the metadata. The canvas contains pixels only, so no metadata is copied.
await image.decode()

const scale = Math.min(1, LONGEST_SIDE / Math.max(image.width, image.height))
const canvas = createCanvas(Math.max(1, Math.round(image.width * scale)), Math.max(1, Math.round(image.height * scale)))
const context = canvas.getContext('2d')
context.fillStyle = '#ffffff'
context.fillRect(0, 0, canvas.width, canvas.height)
context.imageSmoothingQuality = 'high'
context.drawImage(image, 0, 0, canvas.width, canvas.height)
process.stdout.write(await canvas.encode('jpeg', QUALITY))
