import { createHash } from 'node:crypto'
import { constants } from 'node:fs'
import { type FileHandle, mkdir, open, readdir, rm, stat, statfs, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { PIECE_BYTES } from '@baiqicha/contract/desk/uploads'
import { AdminRefused } from '../admin/admin-refused.ts'

/** Bytes that an upload leaves free for the database and the search index. */
const RESERVE_BYTES = 512 * 1024 * 1024

/** The files of one upload on this machine. */
type UploadPlace = { id: string; fileName: string }
type Piece = UploadPlace & { size: number; index: number; sha256: string }

/** The length of a piece of a file. */
export const pieceLength = (size: number, index: number) => Math.min(PIECE_BYTES, size - index * PIECE_BYTES)

/** Flags of a file that is never a link. */
const READ_WRITE = constants.O_RDWR | constants.O_NOFOLLOW
const CREATE = READ_WRITE | constants.O_CREAT | constants.O_EXCL

async function writeAt(file: FileHandle, chunk: Uint8Array, position: number) {
  for (let written = 0; written < chunk.length; ) {
    written += (await file.write(chunk, written, chunk.length - written, position + written)).bytesWritten
  }
}

/**
 * Frees the memory of a chunk that has its own. Without this the garbage collector frees chunks only after 32 MiB of them,
 * which an upload over a fast line allocates several times a second.
 */
function releaseMemory({ buffer, byteLength }: Uint8Array) {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0)
}

/** Checks the bytes of a piece, and writes them. `file`: null: the piece is stored already. @throws AdminRefused */
async function receive(
  { size, index, sha256 }: Piece,
  body: AsyncIterable<Uint8Array>,
  file: FileHandle | null,
): Promise<void> {
  const length = pieceLength(size, index)
  const hash = createHash('sha256')
  let at = 0
  for await (const chunk of body) {
    if (at + chunk.length > length) throw new AdminRefused('这一片比声明的长，请重新上传。')
    hash.update(chunk)
    if (file !== null) await writeAt(file, chunk, index * PIECE_BYTES + at)
    at += chunk.length
    releaseMemory(chunk)
  }
  if (at !== length) throw new AdminRefused('这一片不完整，请重新上传。')
  if (hash.digest('hex') !== sha256) throw new AdminRefused('这一片与文件不符：传输有误，或属于另一个文件。')
  await file?.datasync()
}

/** Uploaded files, a folder each, in `DATA_DIR/imports`. */
export function createUploadFiles(dataDir: string, freeBytes = freeBytesOf) {
  const root = path.join(dataDir, 'imports')
  const folderOf = (id: string) => path.join(root, id)
  const pathOf = ({ id, fileName }: UploadPlace) => path.join(folderOf(id), fileName)
  const markOf = (id: string, index: number) => path.join(folderOf(id), 'pieces', String(index))
  /** Pieces that are being written: a second copy would overwrite the first. */
  const writing = new Set<string>()

  const free = async () => Math.max(0, (await freeBytes(dataDir)) - RESERVE_BYTES)

  return {
    pathOf,
    free,

    /** `promised`: bytes that other uploads still need. @throws AdminRefused when the disk has no room for a file */
    async requireRoom(size: number, promised: number): Promise<void> {
      if ((await free()) - promised < size) throw new AdminRefused('磁盘空间不足，请腾出空间后再上传。')
    },

    /** Prepares the place of a file. */
    async create(place: UploadPlace): Promise<void> {
      await mkdir(path.join(folderOf(place.id), 'pieces'), { recursive: true, mode: 0o700 })
      const file = await open(pathOf(place), CREATE, 0o600)
      await file.close()
    },

    /** Whether the folder of the upload is on this machine. */
    has: (id: string) =>
      stat(folderOf(id)).then(
        (one) => one.isDirectory(),
        () => false,
      ),

    /** Indexes of the stored pieces, in order. */
    async received(id: string): Promise<number[]> {
      const names = await readdir(path.join(folderOf(id), 'pieces')).catch(() => [])
      return names.map(Number).toSorted((a, b) => a - b)
    },

    /** Stores a piece, which may come again and in any order. Empties its chunks. @throws AdminRefused for other bytes than stated */
    async add(piece: Piece, body: AsyncIterable<Uint8Array>): Promise<void> {
      const mark = markOf(piece.id, piece.index)
      if (writing.has(mark)) throw new AdminRefused('这一片正在上传。')
      writing.add(mark)
      const isStored = await stat(mark).then(
        () => true,
        () => false,
      )
      const file = isStored ? null : await open(pathOf(piece), READ_WRITE).catch(() => null)
      try {
        if (!isStored && file === null) throw new AdminRefused('上传的文件已不在，请重新上传。')
        await receive(piece, body, file)
        if (!isStored) await writeFile(mark, '')
      } finally {
        await file?.close()
        writing.delete(mark)
      }
    },

    /** Removes the file; its report of rejected rows remains. */
    removeFile: (place: UploadPlace) => rm(pathOf(place), { force: true }),
    remove: (id: string) => rm(folderOf(id), { recursive: true, force: true }),

    /** Ids of the uploads on this machine. */
    ids: () => readdir(root).catch((): string[] => []),
  }
}
export type UploadFiles = ReturnType<typeof createUploadFiles>

async function freeBytesOf(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}
