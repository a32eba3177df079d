// A program of its own, not a thread: a picture may be made to crash, stall or swell whatever decodes it, and a process
// can be ended at any time with all it took. Reads one picture, whose header was looked at, and writes it anew.
import { createCanvas, Image } from '@napi-rs/canvas'

const LONGEST_SIDE = 2_560
const QUALITY = 85

const chunks: Buffer[] = []
for await (const chunk of process.stdin) chunks.push(chunk)

const image = new Image()
image.src = Buffer.concat(chunks)
// Turned upright here, by what the camera noted; nothing else of what it noted gets into the new picture.
await image.decode()

const scale = Math.min(1, LONGEST_SIDE / Math.max(image.width, image.height))
const canvas = createCanvas(Math.max(1, Math.round(image.width * scale)), Math.max(1, Math.round(image.height * scale)))
const context = canvas.getContext('2d')
context.fillStyle = '#ffffff'
context.fillRect(0, 0, canvas.width, canvas.height)
context.imageSmoothingQuality = 'high'
context.drawImage(image, 0, 0, canvas.width, canvas.height)
process.stdout.write(await canvas.encode('jpeg', QUALITY))
