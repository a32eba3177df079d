import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { TestServer } from '../../e2e/lib/server.ts'
import { contentsOf, openCachedStore } from './cached-store.ts'
import { drawSample, type Sample } from './generated-companies.ts'
import { importRegisterFile, registerFiles, registerPaths } from './register.ts'

/** A DATA_DIR with index, and companies of it to draw queries from. */
export type CompanyStore = { dataDir: string; sample: Sample }

const sampleFile = 'sample.json'

/** Starts a server on the folder until its index is ready, and draws the sample. */
async function finishStore(dataDir: string) {
  const server = await TestServer.create({ DATA_DIR: dataDir })
  try {
    await server.start(500)
  } finally {
    await server.dispose()
  }
  writeFileSync(path.join(dataDir, sampleFile), JSON.stringify(await drawSample({ from: 'store', dataDir })))
}

async function withSample(dataDir: string): Promise<CompanyStore> {
  const sample: Sample = JSON.parse(readFileSync(path.join(dataDir, sampleFile), 'utf8'))
  return { dataDir, sample }
}

/** The register, imported by the import command. Building takes minutes. */
async function openRegisterStore(data: string | undefined): Promise<CompanyStore> {
  const dataDir = await openCachedStore({
    name: 'million',
    madeFrom: contentsOf(registerPaths(data), ['importers/file/mappings', 'platform/database/migrations']),
    gibibytes: 6,
    build: async (folder) => {
      for (const file of registerFiles) await importRegisterFile(file, { dataDir: folder }, { data })
      await finishStore(folder)
    },
  })
  return withSample(dataDir)
}

/** The companies that ship; every start of a server brings them up to date. */
export async function openStarterStore(): Promise<CompanyStore> {
  const madeFrom = contentsOf([], ['platform/database/migrations'])
  return withSample(await openCachedStore({ name: 'starter', madeFrom, gibibytes: 1, build: finishStore }))
}

export const openCompanyStore = ({ starter, data }: { starter: boolean; data: string | undefined }) =>
  starter ? openStarterStore() : openRegisterStore(data)
