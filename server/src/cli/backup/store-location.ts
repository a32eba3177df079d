import type { PictureFiles } from '../../platform/uploads/picture-files.ts'

/** The store of a server, as its environment variables name it. */
export type StoreLocation = {
  dataDir: string
  /** Empty: SQLite in `dataDir`. */
  databaseUrl: string | undefined
  /** ClickHouse with the tracked events; empty: beside the database. */
  trackingUrl: string | undefined
  files: PictureFiles
}

export type BackupCommand = {
  /** Absolute path of the backup. */
  folder: string
  keyFile: string
  location: StoreLocation
  /** As in `cli:zhang`. */
  operator: string
  /** Where the step is taken; absent: the name of this machine. */
  origin?: () => string
  print: (line: string) => void
}
