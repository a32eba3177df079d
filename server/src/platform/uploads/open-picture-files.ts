import type { ServiceOutage } from '../log/service-outage.ts'
import { createPictureFiles, type PictureFiles, uploadsDirectory } from './picture-files.ts'
import type { S3Address } from './s3-address.ts'
import { createS3PictureFiles } from './s3-picture-files.ts'

export type PictureLocation = {
  /** null: the folder in `dataDir`. */
  files: S3Address | null
  dataDir: string
}

/** Milliseconds for one picture. An answer takes at most three seconds, a command may wait. */
const DEADLINES = { server: 1_500, command: 15_000 }

/** The pictures where `FILES_URL` says. */
export const openPictureFiles = (
  { files, dataDir }: PictureLocation,
  caller: keyof typeof DEADLINES,
  outage?: ServiceOutage,
): PictureFiles =>
  files === null
    ? createPictureFiles(uploadsDirectory(dataDir))
    : createS3PictureFiles(files, { deadlineMs: DEADLINES[caller], outage })
