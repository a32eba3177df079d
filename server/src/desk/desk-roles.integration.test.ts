import { operatorRoles } from '@baiqicha/contract/desk/action'
import { type DeskActionName, deskActionNames, deskActions } from '@baiqicha/contract/desk/actions'
import { resultCode } from '@baiqicha/contract/result-codes'
import { describe, expect, it } from 'vitest'
import { describeDatabases } from '../../test/databases/databases.ts'
import { act, addOperator, openTestDesk } from '../../test/http/desk.ts'
import { adminActions } from '../cli/admin/run-admin.ts'

/** Roles beside the administrator, written apart from the table. */
const expected: Record<DeskActionName, string[]> = {
  'corrections list': ['review'],
  'corrections show': ['review'],
  'corrections picture': ['review'],
  'corrections examine': ['review'],
  'corrections decide': ['review'],
  'corrections reopen': ['review'],
  'suppress list': ['review'],
  'suppress add': ['review'],
  'suppress remove': ['review'],
  'feedback list': ['support'],
  'feedback show': ['support'],
  'feedback picture': ['support'],
  'feedback contact': ['support'],
  'feedback take': ['support'],
  'feedback answer': ['support'],
  'feedback withdraw': ['support'],
  'feedback close': ['support'],
  'feedback reopen': ['support'],
  'updates list': ['data'],
  'updates done': ['data'],
  'inclusions list': ['data'],
  'inclusions done': ['data'],
  'sources list': ['data'],
  'sources add': ['data'],
  'imports list': ['data'],
  'imports show': ['data'],
  'imports undo': ['data'],
  'imports rejects': ['data'],
  'uploads list': ['data'],
  'uploads show': ['data'],
  'uploads begin': ['data'],
  'uploads columns': ['data'],
  'uploads save': ['data'],
  'uploads run': ['data'],
  'uploads stop': ['data'],
  'uploads discard': ['data'],
  'companies list': ['data'],
  'companies show': ['data'],
  'companies hide': ['data'],
  'companies remove': ['data'],
  'companies lift': ['data'],
  'figures show': ['content', 'data'],
  'figures export': ['content', 'data'],
  'agreements list': ['content'],
  'agreements show': ['content'],
  'agreements draft': ['content'],
  'agreements publish': ['content'],
  'content show': ['content'],
  'content versions': ['content'],
  'content draft': ['content'],
  'content compare': ['content'],
  'content publish': ['content'],
  'content restore': ['content'],
  'content picture': ['content'],
  'membership grants': ['content'],
  'membership change': ['content'],
  'operations show': [],
  'operators list': [],
  'operators add': [],
  'operators roles': [],
  'operators reset-totp': [],
  'operators end-sessions': [],
  'numbers list': ['review'],
  'numbers add': ['review'],
  'numbers remove': ['review'],
  'users show': ['support'],
  'users end-sessions': ['support'],
  'users lock': ['support'],
  'users unlock': ['support'],
  'alerts list': ['support'],
  'alerts stop': ['support'],
  'alerts resume': ['support'],
  'alarms list': ['data'],
  'backups list': [],
  'backups start': [],
  'backups test': [],
  'checks list': [],
  'checks test': [],
  'audit list': [],
  'audit export': [],
  'audit verify': [],
}
const withFreshCode: readonly DeskActionName[] = [
  'suppress add',
  'companies hide',
  'companies remove',
  'imports undo',
  'uploads run',
  'feedback contact',
  'agreements publish',
  'membership change',
  'operators add',
  'operators roles',
  'operators reset-totp',
  'operators end-sessions',
]

/** Input that each schema accepts. */
const anyInput = {
  number: 'JC20261122-7H3KQ2MX',
  picture: 'i-1',
  note: '',
  result: '维持',
  staysHidden: false,
  reason: '演示',
  text: '演示',
  id: 's-1',
  recordId: 'r-1',
  dryRun: false,
  companyId: 'c-1',
  keyword: '演示',
  company: '演示无此企业',
  name: '演示无此人',
  roles: [],
  key: 'origin',
  userId: 'u-1',
  target: 'li@example.com',
  until: '2026-12-31',
  figure: 'pages',
  from: '2026-11-01',
  to: '2026-11-02',
}

/** Where a subject calls another thing by a name. */
const inputOfSubject: Readonly<Record<string, object>> = {
  imports: { number: 1 },
  membership: { mobile: '138****0000' },
  content: {
    place: 'mine',
    base: 1,
    text: '{}',
    savedAt: null,
    from: 1,
    to: 1,
    shownFrom: null,
    version: 1,
    picture: '',
    isBanner: true,
  },
  agreements: {
    type: 'membership',
    base: 1,
    revision: 'd-1',
    text: '## 一、演示',
    changeSummary: null,
    fields: {},
    effectiveOn: '2026-12-01',
    needsConsent: true,
  },
  uploads: {
    id: `im-${'0'.repeat(20)}`,
    fileName: '演示.csv',
    size: 1,
    pieces: ['0'.repeat(64)],
    kind: 'companies',
    sourceId: 'demo',
    covers: '',
    columns: null,
  },
  sources: { scope: '演示', licence: '演示', url: '', kind: 'own' },
}

describe('the list of actions', () => {
  it('names commands that do the same', () => {
    const commands = new Set(adminActions.map(({ name }) => name))
    expect(deskActionNames.filter((name) => !commands.has(name))).toEqual([])
  })

  it('has every command of the subjects that the desk shows', () => {
    const subjects = new Set(deskActionNames.map((name) => name.split(' ')[0]))
    const commands = adminActions.map(({ name }) => name).filter((name) => subjects.has(name.split(' ')[0] ?? ''))
    expect(commands.toSorted()).toEqual([...deskActionNames].toSorted())
  })

  it('requires a fresh code where a mistake harms most', () => {
    const fresh = deskActionNames.filter((name) => 'totp' in deskActions[name])
    expect(fresh.toSorted()).toEqual([...withFreshCode].toSorted())
  })
})

describeDatabases('an action', (freshDatabase) => {
  it('is allowed to its roles and the administrator, and refused to all others and without a session', async () => {
    const desk = await openTestDesk(await freshDatabase())
    const allowed = async (operator: Awaited<ReturnType<typeof addOperator>>, name: DeskActionName) => {
      const { status, code } = await act(desk, operator, name, {
        ...anyInput,
        ...inputOfSubject[name.split(' ')[0] ?? ''],
      })
      expect.soft([name, status]).toEqual([name, 200])
      if (withFreshCode.includes(name) && code !== resultCode.roleMissing && code !== resultCode.noSession) {
        expect.soft([name, code]).toEqual([name, resultCode.freshCodeNeeded])
      }
      return code !== resultCode.roleMissing && code !== resultCode.noSession
    }
    for (const role of operatorRoles) {
      const operator = await addOperator(desk, [role])
      for (const name of deskActionNames) {
        const isAllowed = role === 'administrator' || expected[name].includes(role)
        expect.soft([role, name, await allowed(operator, name)]).toEqual([role, name, isAllowed])
      }
    }
    const nobody = { name: '', cookie: '', secret: '', recoveryCodes: [] }
    for (const name of deskActionNames) expect.soft([name, await allowed(nobody, name)]).toEqual([name, false])
  })
})
