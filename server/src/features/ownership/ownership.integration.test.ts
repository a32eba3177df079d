import type { RecordFields } from '@baiqicha/contract/records/fields'
import { expect, it } from 'vitest'
import { buildRecord } from '../../../test/builders/records.ts'
import { seededRandom, testSeed } from '../../../test/builders/seeded-random.ts'
import { describeDatabases } from '../../../test/databases/databases.ts'
import { call } from '../../../test/http/app.ts'
import { by, type Company, company, readRecordsOf } from '../../../test/http/record-store.ts'
import { isNightly } from '../../../test/nightly.ts'
import { bumpRecordRevision } from '../../records/record-revision.ts'

type Holder = Company | string

/** A record of 股东信息. A text is the name of a person. */
const held = (of: Company, holder: Holder, percent: number | null, more: RecordFields = {}, as_of = '2026-06-30') =>
  buildRecord({
    kind: 'shareholderInfo',
    subjects: [by(of)],
    as_of,
    fields: {
      name: typeof holder === 'string' ? holder : holder.row.name,
      holderType: typeof holder === 'string' ? '自然人股东' : '企业法人',
      creditCode: typeof holder === 'string' ? null : holder.row.credit_code,
      percent,
      ...more,
    },
  })

/** A record of 对外投资, of another source and a later day. */
const invested = (by_: Company, of: Company, percent: number | null) =>
  buildRecord({
    kind: 'overseasInvest',
    source_id: 'other',
    as_of: '2026-09-30',
    subjects: [by(by_)],
    fields: { name: of.row.name, creditCode: of.row.credit_code, percent },
  })

const officer = (of: Company, personKey: string | null) =>
  buildRecord({
    kind: 'keyPerson',
    subjects: [by(of)],
    fields: { name: '演示辛', positions: ['董事长'], personKey },
  })

describeDatabases('ownership of a company', (freshDatabase) => {
  const { test, store, token, db } = readRecordsOf(freshDatabase)
  const ultimate = async ({ row: { id } }: Company) => {
    const { data } = await call(test().app, 'ultimateHolders', { id })
    if (data === null) throw new Error('refused')
    const nameOf = (key: string | undefined) => data.nodes.find((node) => node.key === key)?.name
    const holders = data.holders.map(({ node, share, isPartial }) => [
      nameOf(node),
      isPartial ? `≥ ${share ?? '-'}` : Math.round((share ?? 0) * 100) / 100,
    ])
    return { ...data, holders, nameOf, answered: data.holders }
  }

  it('is computed over every path, with the oldest date of the paths, and opens without a session', async () => {
    const [root, holding, fund] = [company(), company(), company({ name: '演示成长投资合伙企业（有限合伙）' })]
    const identified = { personKey: '0a1b-wu' }
    await store(
      [root, holding, fund],
      [
        held(root, holding, 55),
        held(root, '演示戊', 12, identified),
        held(root, '演示己', 15),
        held(root, fund, 18),
        held(holding, '演示戊', 62, identified, '2024-01-31'),
        held(holding, '演示庚', 38),
        held(fund, '演示丁', 40),
      ],
    )
    const { holders, unassigned, nameOf, controller, answered } = await ultimate(root)
    expect(holders).toEqual([
      ['演示戊', 46.1],
      ['演示庚', 20.9],
      ['演示己', 15],
      ['演示丁', 7.2],
    ])
    expect(answered[0]).toMatchObject({
      asOf: '2024-01-31',
      paths: [{ share: expect.closeTo(34.1, 6) }, { share: 12 }],
    })
    expect(unassigned.map(({ node, share }) => [nameOf(node), Math.round(share * 100) / 100])).toEqual([
      [fund.row.name, 10.8],
    ])
    expect([nameOf(controller?.node), controller?.holdings.length]).toEqual(['演示戊', 2])
    const { data } = await call(test().app, 'companyGroup', { id: root.row.id })
    expect(data).toMatchObject({ total: 2, controller: { key: 'k:1', name: '演示戊' } })
    expect(JSON.stringify([answered, data])).not.toContain('0a1b-wu')
  })

  it('joins 股东信息 and 对外投资 of one holder, and the newer date counts with both sources', async () => {
    const [root, owner, investor] = [company(), company(), company()]
    await store(
      [root, owner, investor],
      [held(root, owner, 40), invested(owner, root, 45), invested(investor, root, 30)],
    )
    const { holders, holdings } = await ultimate(root)
    expect(holders).toEqual([
      [owner.row.name, 45],
      [investor.row.name, 30],
    ])
    expect(holdings[0]?.sources.map(({ sourceId }) => sourceId)).toEqual(['other', 'test'])
    const { data } = await call(test().app, 'ownershipTree', { id: owner.row.id, direction: 'down' })
    expect(data?.rows.map(({ node }) => node)).toEqual([root.row.id])
  })

  it('leaves out the registration beside the latest publication, and records that may not be shown', async () => {
    const root = company()
    await store(root, [
      held(root, '演示甲', 90, { basis: '工商登记' }),
      held(root, '演示乙', 30, { basis: '最新公示', holdType: 'A股流通股' }),
      held(root, '演示乙', 10, { basis: '最新公示', holdType: '限售流通A股' }),
      buildRecord({
        kind: 'shareholderInfo',
        subjects: [by(root)],
        is_hidden: 1,
        fields: { name: '演示丙', percent: 20 },
      }),
      buildRecord({
        kind: 'shareholderInfo',
        subjects: [by(root)],
        standing: 'history',
        fields: { name: '演示丁', percent: 20, basis: '最新公示' },
      }),
    ])
    expect((await ultimate(root)).holders).toEqual([['演示乙', 40]])
  })

  it('takes a person of the same name at another company for another holder', async () => {
    const [root, other] = [company(), company()]
    await store([root, other], [held(root, other, 50), held(root, '演示甲', 50), held(other, '演示甲', 100)])
    expect((await ultimate(root)).holders).toEqual([
      ['演示甲', 50],
      ['演示甲', 50],
    ])
  })

  it('is stated in part where a share is absent, negative, or declared beyond 100 %', async () => {
    const [root, over] = [company(), company()]
    await store(
      [root, over],
      [
        held(root, over, 50),
        held(root, '演示甲', -5),
        held(root, '演示乙', 0),
        held(root, '演示丙', 1e-9),
        held(over, '演示丁', 200),
      ],
    )
    const { holders, overDeclared } = await ultimate(root)
    expect(new Map(holders.map(([name, share]) => [name, share]))).toEqual(
      new Map<unknown, unknown>([
        ['演示丙', 0],
        ['演示乙', 0],
        ['演示甲', '≥ -'],
        ['演示丁', '≥ -'],
      ]),
    )
    expect(overDeclared).toEqual([{ node: over.row.id, sum: 200 }])
  })

  it('names circles of two companies and of one, and has no controller in them', async () => {
    const [one, other, alone] = [company(), company(), company()]
    await store([one, other, alone], [held(one, other, 60), held(other, one, 60), held(alone, alone, 100)])
    expect(await ultimate(one)).toMatchObject({
      holders: [],
      controller: null,
      circles: [[expect.any(String), expect.any(String)]],
    })
    expect(await ultimate(alone)).toMatchObject({ holders: [], controller: null, circles: [[alone.row.id]] })
    const { data } = await call(test().app, 'ownershipTree', { id: one.row.id })
    expect(data?.rows).toMatchObject([
      { node: other.row.id, parent: null, isCircular: false },
      { node: one.row.id, parent: 0, isCircular: true },
    ])
  })

  it('answers for hostile names, and without records says that no source is connected', async () => {
    const [root, none] = [company(), company()]
    const names = ['演'.repeat(1_400), '"演示"，\'甲\';--', '演示\t乙\u0000']
    await store(
      root,
      names.map((name, at) => held(root, name, 10 + at, { holderType: '其他投资者' })),
    )
    await store(none, [])
    expect((await ultimate(root)).holders).toHaveLength(3)
    expect(await ultimate(none)).toMatchObject({ holders: [], knownShare: 0, unassigned: [], controller: null })
  })

  it('of a group is every company that the same controller holds by more than 50 % step by step, largest first', async () => {
    const [top, middle, root, half, sister] = [company(), company(), company(), company(), company()]
    await store(
      [top, middle, root, half, sister],
      [held(middle, top, 80), held(root, middle, 60), held(half, top, 50), invested(top, sister, 51)],
    )
    const { data } = await call(test().app, 'companyGroup', { id: root.row.id })
    expect(data?.controller.key).toBe(top.row.id)
    expect(data?.list.map(({ id, share }) => [id, share])).toEqual([
      [middle.row.id, 80],
      [sister.row.id, 51],
      [root.row.id, 48],
    ])
    const own = await call(test().app, 'companyGroup', { id: half.row.id })
    expect(own.data).toMatchObject({ isSelf: true, total: 0, controller: { key: half.row.id } })
  })

  it('of a group and a tree takes the shares that the pages of the held companies show', async () => {
    const [top, published, bought, over, plain] = [company(), company(), company(), company(), company()]
    await store(
      [top, published, bought, over, plain],
      [
        held(published, top, 60, { basis: '工商登记' }),
        held(published, '演示甲', 30, { basis: '最新公示' }),
        held(bought, top, 60),
        invested(top, bought, 40),
        held(over, top, 60),
        held(over, '演示乙', 60),
        held(plain, top, 60),
        held(plain, '演示乙', 40),
      ],
    )
    const group = await call(test().app, 'companyGroup', { id: top.row.id })
    expect(group.data?.list.map(({ id, share }) => [id, share])).toEqual([[plain.row.id, 60]])
    const { data } = await call(test().app, 'ownershipTree', { id: top.row.id, direction: 'down' })
    const shares = data?.rows.map(({ node, holding }) => [node, data.holdings[holding]?.share])
    expect(new Map(shares?.map(([node, share]) => [node, share]))).toEqual(
      new Map([
        [over.row.id, 60],
        [plain.row.id, 60],
        [bought.row.id, 40],
      ]),
    )
  })

  it('states the same share from both ends of a holding, whatever the statements', async () => {
    const random = seededRandom(testSeed)
    for (let round = 0; round < (isNightly ? 60 : 8); round += 1) {
      const all = [company(), company(), company(), company()]
      const statements = Array.from({ length: 3 + random.below(10) }, () => {
        const [of, holder] = [random.pick(all), random.pick([...all, '演示甲', '演示乙'])]
        const percent = random.pick([null, -5, 0, 10, 40, 55, 60, 100])
        const basis = random.pick(['工商登记', '最新公示'])
        return random.below(3) === 0 && typeof holder !== 'string'
          ? invested(holder, of, percent)
          : held(
              of,
              holder,
              percent,
              { basis, holdType: random.pick(['A股', 'B股']) },
              random.pick(['2026-06-30', '2025-06-30']),
            )
      })
      await store(all, [...new Map(statements.map((one) => [one.row.id, one])).values()])
      const sides = { up: new Map<string, unknown>(), down: new Map<string, unknown>() }
      for (const direction of ['up', 'down'] as const) {
        for (const { row } of all) {
          const { data } = await call(test().app, 'ownershipTree', { id: row.id, direction, depth: 1 })
          for (const { holding } of data?.rows ?? []) {
            const { holder, company: of, ...stated } = data?.holdings[holding] ?? { holder: '', company: '' }
            if (all.some((one) => one.row.id === holder)) sides[direction].set(`${holder} ${of}`, stated)
          }
        }
      }
      expect(sides.down).toEqual(sides.up)
    }
  })

  it('states a holder that only its own 对外投资 states, also where no source of shareholders is connected', async () => {
    const [held_, investor] = [company({ is_demo: 1 }), company({ is_demo: 1 })]
    const record = buildRecord({
      kind: 'overseasInvest',
      source_id: 'investments',
      is_demo: 1,
      subjects: [by(investor)],
      fields: { name: held_.row.name, creditCode: held_.row.credit_code, percent: 30 },
    })
    await store([held_, investor], [record])
    const { data } = await call(test().app, 'ownershipTree', { id: held_.row.id })
    expect(data).toMatchObject({
      connected: true,
      sources: [{ sourceId: 'investments' }],
      rows: [{ node: investor.row.id, parent: null }],
      holdings: [{ share: 30, basis: '对外投资' }],
    })
    expect(await ultimate(held_)).toMatchObject({ connected: true, holders: [[investor.row.name, 30]] })
    const own = await call(test().app, 'ownershipTree', { id: investor.row.id })
    expect(own.data).toMatchObject({ connected: false, sources: [], rows: [] })
  })

  it('names 上级机构 with the source that states it, and computes nothing with it', async () => {
    const parent = company()
    const named = { registration_source: 'register', registration_as_of: '2026-06-30' }
    const root = company({
      ...named,
      parent_company: parent.row.name,
      ultimate_parent: 'Lan Demo Group PLC',
      other_origins: JSON.stringify({ ultimateParent: ['gleif', '2026-09-01'] }),
    })
    const same = company({ ...named, parent_company: parent.row.name, ultimate_parent: parent.row.name })
    await store([parent, root, same], [held(root, '演示甲', 100)])
    const direct = {
      role: '上级机构',
      name: parent.row.name,
      companyId: parent.row.id,
      source: { sourceId: 'register' },
    }
    const { parents, holders } = await ultimate(root)
    expect(parents).toMatchObject([
      direct,
      {
        role: '最终上级机构',
        name: 'Lan Demo Group PLC',
        companyId: null,
        source: { sourceId: 'gleif', asOf: '2026-09-01' },
      },
    ])
    expect(holders).toEqual([['演示甲', 100]])
    const { data } = await call(test().app, 'ownershipTree', { id: same.row.id })
    expect(data?.parents).toMatchObject([direct])
    const down = await call(test().app, 'ownershipTree', { id: same.row.id, direction: 'down' })
    expect(down.data?.parents).toEqual([])
  })

  it('of a tree with more than 500 nodes lists the largest and counts the rest', async () => {
    const root = company()
    await store(
      root,
      Array.from({ length: 520 }, (_, at) => held(root, `演示${at}合伙企业（有限合伙）`, (at + 1) / 10_000)),
    )
    const { data } = await call(test().app, 'ownershipTree', { id: root.row.id })
    const shares = data?.rows.map(({ holding }) => data.holdings[holding]?.share ?? 0) ?? []
    expect([shares.length, data?.hidden, data?.isPartial]).toEqual([500, 20, false])
    expect([shares[0], shares.at(-1)]).toEqual([0.052, 0.0021])
    expect(shares).toEqual(shares.toSorted((one, other) => other - one))
  })

  it('of a large level shows a hidden record no more, and a renamed company at once', async () => {
    const root = company()
    const records = Array.from({ length: 120 }, (_, at) =>
      held(root, `演示${at}合伙企业（有限合伙）`, (at + 1) / 1_000),
    )
    await store(root, records)
    const tree = async () => (await call(test().app, 'ownershipTree', { id: root.row.id })).data
    expect((await tree())?.rows).toHaveLength(120)
    await db()
      .updateTable('record_subject')
      .set({ is_hidden: 1 })
      .where('record_id', '=', records[7]?.row.id ?? '')
      .execute()
    await bumpRecordRevision().execute(db())
    expect((await tree())?.rows).toHaveLength(119)
    await db().updateTable('company').set({ name: '演示新名有限公司' }).where('id', '=', root.row.id).execute()
    await db().insertInto('company_change').values({ company_id: root.row.id, at: 1 }).execute()
    expect((await tree())?.nodes.map(({ name }) => name)).toContain('演示新名有限公司')
  })

  it('of an id that was given up is that of the company which has it now', async () => {
    const [root, other] = [company(), company()]
    await store([root, other], [held(root, '演示甲', 60), held(root, other, 40)])
    await db().insertInto('company_former_id').values({ id: 'c-former', company_id: root.row.id }).execute()
    const wholes = await Promise.all([
      call(test().app, 'companyDetail', { id: 'c-former' }),
      call(test().app, 'businessInfo', { id: 'c-former' }),
    ])
    expect(wholes).toMatchObject([{ data: { id: root.row.id } }, { data: { id: root.row.id } }])
    for (const key of ['ownershipTree', 'ultimateHolders', 'companyGroup'] as const)
      expect(await call(test().app, key, { id: 'c-former' })).toMatchObject({
        code: 0,
        data: { company: { id: root.row.id } },
      })
    const former = { row: { ...root.row, id: 'c-former' } } as const
    expect((await relation({ ...root, ...former }, other)).paths).toEqual([[root.row.name, other.row.name]])
    expect(await relation({ ...root, ...former }, root)).toMatchObject({ code: 400, message: '请选择两家不同的企业' })
  })

  it('of a damaged store is a part, and says so', async () => {
    const [root, other] = [company(), company()]
    const [lost, broken, whole] = [held(root, '演示甲', 20), held(root, other, 30), held(root, '演示乙', 50)]
    await store([root, other], [lost, broken, whole])
    await db().deleteFrom('record').where('id', '=', lost.row.id).execute()
    await db().updateTable('record').set({ content: '{"name":' }).where('id', '=', broken.row.id).execute()
    expect(await ultimate(root)).toMatchObject({ holders: [['演示乙', '≥ 50']], isPartial: true })
    for (const key of ['ownershipTree', 'companyGroup'] as const)
      expect(await call(test().app, key, { id: root.row.id })).toMatchObject({ code: 0, data: { isPartial: true } })
    expect(await relation(root, other)).toMatchObject({ code: 0, paths: [], data: { isPartial: true } })
  })

  it('answers with a sentence for a company that is removed between two calls', async () => {
    const [root, owner] = [company(), company()]
    await store([root, owner], [held(root, owner, 60)])
    expect((await ultimate(root)).holders).toEqual([[owner.row.name, 60]])
    await db().deleteFrom('company').where('id', '=', owner.row.id).execute()
    const { data } = await call(test().app, 'ownershipTree', { id: root.row.id })
    expect(data?.nodes.find(({ key }) => key === data.rows[0]?.node)).toMatchObject({ companyId: null })
    expect(await call(test().app, 'companyGroup', { id: owner.row.id })).toMatchObject({
      code: 4040,
      message: '未找到该企业',
    })
    expect(await relation(root, owner)).toMatchObject({ code: 4040, message: '未找到该企业' })
  })

  const relation = async (from: Company, to: Company, more: { hops?: number; kinds?: 'holding' | 'office' } = {}) => {
    const answer = await call(
      test().app,
      'relationPaths',
      { from: from.row.id, to: to.row.id, ...more },
      { token: token() },
    )
    const nameOf = (key: string) => answer.data?.nodes.find((node) => node.key === key)?.name
    return { ...answer, paths: answer.data?.paths.map(({ nodes }) => nodes.map(nameOf)) }
  }

  it('joins two companies by owners in common, the shortest path first, and only up to the number of steps', async () => {
    const [one, other, owner, middle] = [company(), company(), company(), company()]
    await store(
      [one, other, owner, middle],
      [held(one, owner, 30), held(other, owner, 40), held(middle, owner, 100), invested(middle, one, 5)],
    )
    const names = [one, owner, other].map(({ row }) => row.name)
    const { paths, data } = await relation(one, other)
    expect(paths).toEqual([names, [one, middle, owner, other].map(({ row }) => row.name)])
    expect(data).toMatchObject({
      isPartial: false,
      hubs: [],
      links: expect.arrayContaining([expect.objectContaining({ share: 30 })]),
    })
    expect((await relation(one, other, { hops: 2 })).paths).toEqual([names])
    expect((await relation(one, other, { kinds: 'office' })).paths).toEqual([])
  })

  it('joins two companies by a person that the source identifies, and never by a name', async () => {
    const [one, other, third] = [company(), company(), company()]
    await store(
      [one, other, third],
      [officer(one, '0a1b-xin'), held(other, '演示辛', 5, { personKey: '0a1b-xin' }), officer(third, null)],
    )
    const { paths, data } = await relation(one, other)
    expect(paths).toEqual([[one.row.name, '演示辛', other.row.name]])
    expect(JSON.stringify(data)).not.toContain('0a1b-xin')
    expect(data?.links).toMatchObject([
      { kind: 'office', offices: ['董事长'] },
      { kind: 'holding', share: 5 },
    ])
    expect(await relation(one, third)).toMatchObject({ paths: [], data: { unconnected: [] } })
  })

  it('does not cross a hub, and names it', async () => {
    const [one, other, hub] = [company(), company(), company()]
    const many = Array.from({ length: 1_001 }, (_, at) => held(hub, `演示${at}`, 0.01))
    await store([one, other, hub], [held(one, hub, 10), held(other, hub, 10), ...many])
    const { paths, data } = await relation(one, other, { hops: 6 })
    expect(paths).toEqual([])
    expect(data).toMatchObject({ isPartial: true, hubs: [hub.row.id] })
  })

  it('is refused with a sentence for unknown companies and impossible depths', async () => {
    const { app } = test()
    const one = company()
    await store(one, [])
    expect(await relation(one, one)).toMatchObject({ code: 400, message: '请选择两家不同的企业' })
    expect(await relation(one, company())).toMatchObject({ code: 4040, message: '未找到该企业' })
    for (const hops of [0, 7, 1.5, '六', 'abc', '']) {
      const asked = { from: one.row.id, to: 'c-none', hops }
      expect(await call(app, 'relationPaths', asked, { token: token() })).toMatchObject({
        status: 400,
        message: expect.stringMatching(/./),
      })
    }
    expect(await call(app, 'ultimateHolders', { id: 'c-none' })).toMatchObject({ code: 4040, message: '未找到该企业' })
    for (const depth of [0, 7, 'abc']) {
      expect(await call(app, 'ownershipTree', { id: 'c-none', depth })).toMatchObject({ status: 400 })
    }
  })
})
