import { at } from './cast.ts'
import type { DemoCompany } from './company.ts'
import { daysAgo } from './days.ts'
import { courtsIn } from './words.ts'
import type { PartyCell, World } from './world.ts'

const [court] = courtsIn('990001')
/** Bankruptcies are heard by the upper court. */
const upper = court.next ?? court

function windUp(world: World, { name, code }: DemoCompany) {
  world.add('enterpriseCourtAnnouncement', {
    noticeType: '清算公告',
    announcer: name,
    parties: [{ role: '被申请人', name, type: 1, creditCode: code }],
    publishDate: daysAgo(world.draw.between(60, 180)),
    content: `${name}经股东会决议解散，已成立清算组。请债权人自公告之日起四十五日内向清算组申报债权。`,
  })
}

/** A court hears of one in liquidation, the others wind up by themselves; a notice tells of each. */
export function liquidations(world: World) {
  const first = world.company(at.liquidated)
  const bank = world.company(at.bank)
  const caseNo = world.caseNumber(upper, daysAgo(400), '破')
  const parties: PartyCell[] = [
    { role: '申请人', name: bank.name, type: 1, creditCode: bank.code },
    { role: '被申请人', name: first.name, type: 1, creditCode: first.code },
  ]
  world.add('judicialDocument', {
    caseName: `${bank.name}申请${first.name}破产清算一案民事裁定书`,
    cause: '申请破产清算',
    caseNo,
    caseType: '强制清算与破产',
    docType: '裁定书',
    court: upper.name,
    judgeDate: daysAgo(390),
    publishDate: daysAgo(370),
    parties,
    sections: [
      { title: '审理经过', text: `${bank.name}以${first.name}不能清偿到期债务为由，向本院申请破产清算。` },
      { title: '裁判结果', text: `受理${bank.name}对${first.name}的破产清算申请。本裁定自即日起生效。` },
    ],
    laws: ['《中华人民共和国企业破产法》第二条', '《中华人民共和国企业破产法》第七条'],
  })
  world.add('enterpriseCourtAnnouncement', {
    noticeType: '破产文书',
    caseNo,
    cause: '申请破产清算',
    announcer: upper.name,
    parties,
    publishDate: daysAgo(365),
    page: 'G8',
    content: `本院已裁定受理${first.name}破产清算一案。债权人应自公告之日起三个月内向管理人申报债权。`,
  })
  for (const company of world.companies) if (company.row.status === '清算' && company !== first) windUp(world, company)
}
