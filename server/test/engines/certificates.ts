import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { findJavaHome } from '../../../tools/lib/engine-tools.mjs'

const execute = promisify(execFile)
const PASSPHRASE = 'of-tests'
const key = ['-keyalg', 'EC', '-storetype', 'PKCS12', '-storepass', PASSPHRASE]

/** An authority of its own and a certificate for 127.0.0.1, made by the keytool of the JDK. */
export async function createCertificates() {
  const home = await findJavaHome()
  if (home === null) throw new Error('A JDK is needed to make certificates for tests.')
  const folder = await mkdtemp(path.join(tmpdir(), 'baiqicha-certificates-'))
  const keytool = (...args: string[]) => execute(path.join(home, 'bin', 'keytool'), args, { cwd: folder })
  const authority = ['-alias', 'authority', '-keystore', 'authority.p12', '-storepass', PASSPHRASE]
  const server = ['-alias', 'server', '-keystore', 'server.p12', '-storepass', PASSPHRASE]
  const file = ['-keystore', 'server.p12', '-storepass', PASSPHRASE]
  await keytool('-genkeypair', ...authority, ...key, '-dname', 'CN=authority of tests', '-ext', 'bc:c')
  await keytool('-genkeypair', ...server, ...key, '-dname', 'CN=127.0.0.1')
  await keytool('-certreq', ...server, '-file', 'request.pem')
  const signing = ['-infile', 'request.pem', '-outfile', 'server.pem', '-rfc', '-ext', 'san=ip:127.0.0.1']
  await keytool('-gencert', ...authority, ...signing)
  await keytool('-exportcert', ...authority, '-rfc', '-file', 'authority.pem')
  await keytool('-importcert', '-noprompt', '-alias', 'authority', ...file, '-file', 'authority.pem')
  await keytool('-importcert', '-noprompt', ...server, '-file', 'server.pem')
  return {
    caFile: path.join(folder, 'authority.pem'),
    tls: { pfx: await readFile(path.join(folder, 'server.p12')), passphrase: PASSPHRASE },
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}
