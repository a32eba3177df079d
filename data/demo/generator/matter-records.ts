import { daysAfter, inWords } from './days.ts'
import { firstInstance, money, rulingOf, secondInstance } from './documents.ts'
import {
  type Ending,
  hasReached,
  isTold,
  type Matter,
  type MatterPlan,
  matterOf,
  partiesOf,
  partyCell,
} from './matters.ts'
import type { Told, World } from './world.ts'

const UNWILLING = '有履行能力而拒不履行生效法律文书确定义务'

type State = { recordStatus: string; removedAt?: string; removedReason?: string }
const stands: State = { recordStatus: '当前有效' }

/** How the listing, the restriction and the execution stand. An end that lies ahead has not come. */
function statesOf({ ending, removedOn }: Matter): {
  listing: State
  restriction: State
  execution: State
  caseState: string
} {
  const current = { listing: stands, restriction: stands, execution: stands, caseState: '执行中' }
  if (ending === 'disputed') return { ...current, listing: { recordStatus: '异议处理中' } }
  if (ending === 'withdrawn') {
    const gone = { recordStatus: '已撤销', removedAt: removedOn, removedReason: '执行依据被撤销' }
    return isTold(removedOn) ? { listing: gone, restriction: gone, execution: gone, caseState: '已结案' } : current
  }
  if (ending === 'running' || !isTold(removedOn)) return current
  const reasons: Partial<Record<Ending, string>> = { settled: '达成执行和解并履行', termOver: '公示期满' }
  const left = (recordStatus: string, removedReason: string) => ({ recordStatus, removedAt: removedOn, removedReason })
  const isPaid = ending !== 'termOver'
  return {
    listing: left('已移出', reasons[ending] ?? '已履行完毕'),
    restriction: left('已移出', isPaid ? '已解除限制消费' : '公示期满'),
    execution: left('历史', isPaid ? '已结案' : '终结本次执行'),
    caseState: isPaid ? '已结案' : '终结本次执行',
  }
}

const caseNameOf = (matter: Matter, rest: string) =>
  `${matter.creditor.name}与${matter.debtor.name}${matter.cause}${rest}`

function addHearing(world: World, matter: Matter) {
  if (!isTold(matter.scheduledOn)) return
  const hour = world.draw.pick(['09:00', '09:30', '14:30', '15:00'])
  const room = world.draw.pick(['第一法庭', '第三法庭', '第五法庭', '第九法庭'])
  world.add('courtAnnouncement', {
    caseNo: matter.first,
    cause: matter.cause,
    hearingAt: `${matter.hearingOn} ${hour}`,
    parties: partiesOf(matter, 'first'),
    court: matter.court.name,
    courtroom: room,
    scheduledDate: matter.scheduledOn,
    publishDate: matter.scheduledOn,
    department: '民事审判第二庭',
    presidingJudge: '演示庚',
    province: matter.court.province,
    content: `本院定于${inWords(matter.hearingOn)}${hour}在${room}公开开庭审理${matter.creditor.name}诉${matter.debtor.name}${matter.cause}一案。`,
    ...matter.courtState,
  })
}

function addNotice(world: World, matter: Matter) {
  if (matter.isServedByNotice !== true || !isTold(matter.noticeOn)) return
  world.add('enterpriseCourtAnnouncement', {
    noticeType: '起诉状副本及开庭传票',
    caseNo: matter.first,
    cause: matter.cause,
    announcer: matter.court.name,
    parties: partiesOf(matter, 'first'),
    publishDate: matter.noticeOn,
    page: `G${world.draw.between(2, 40)}`,
    content: `${matter.debtor.name}：本院受理${matter.creditor.name}诉你${matter.cause}一案，现依法向你公告送达起诉状副本、应诉通知书及开庭传票。自公告之日起经过30日即视为送达，提出答辩状的期限为公告期满后15日内。`,
    ...matter.courtState,
  })
}

function addDocuments(world: World, matter: Matter) {
  const { creditor, debtor, sentence } = rulingOf(matter)
  const statements = { creditor, debtor }
  const isWithdrawn = matter.outcome === '撤诉'
  const shared: Told = {
    cause: matter.cause,
    amount: matter.amount,
    amountUnit: '元',
    caseType: '民事',
    outcome: matter.outcome,
    ...matter.courtState,
  }
  const judgmentTold = daysAfter(matter.judgedOn, 20)
  if (isTold(judgmentTold)) {
    world.add('judicialDocument', {
      ...shared,
      caseName: caseNameOf(matter, isWithdrawn ? '一审民事裁定书' : '一审民事判决书'),
      caseNo: matter.first,
      docType: isWithdrawn ? '裁定书' : '判决书',
      procedure: '一审',
      court: matter.court.name,
      judgeDate: matter.judgedOn,
      publishDate: judgmentTold,
      parties: partiesOf(matter, 'first', statements),
      ...(isWithdrawn ? { sections: [{ title: '裁判结果', text: sentence }] } : firstInstance(matter)),
    })
  }
  const finalTold = daysAfter(matter.finalOn, 20)
  if (matter.reach !== 'appealed' || !isTold(finalTold)) return
  world.add('judicialDocument', {
    ...shared,
    caseName: caseNameOf(matter, '二审民事判决书'),
    caseNo: matter.second,
    docType: '判决书',
    procedure: '二审',
    court: matter.court.next?.name ?? matter.court.name,
    judgeDate: matter.finalOn,
    publishDate: finalTold,
    parties: partiesOf(matter, 'second', statements),
    ...secondInstance(matter),
  })
}

function addExecution(world: World, matter: Matter) {
  const publishDate = daysAfter(matter.executedOn, 7)
  if (!hasReached(matter, 'executed') || !isTold(publishDate)) return
  const { execution, caseState } = statesOf(matter)
  world.add('executedPerson', {
    name: matter.debtor.name,
    certNo: matter.debtor.company?.code,
    caseNo: matter.execution,
    court: matter.court.name,
    execAmount: matter.amount,
    execAmountUnit: '元',
    filedDate: matter.executedOn,
    publishDate,
    applicant: matter.creditor.name,
    caseState,
    ...execution,
  })
}

/** Courts name the one who was in office when the execution began. */
const legalRepOf = ({ legalRepOn, executedOn }: Matter) => legalRepOn?.(executedOn)

function addRestriction(world: World, matter: Matter) {
  if (!isTold(matter.restrictedOn)) return
  const { debtor, creditor, court } = matter
  world.add('consumptionRestriction', {
    companyName: debtor.name,
    companyCreditCode: debtor.company?.code,
    restrictedPerson: legalRepOf(matter) ?? debtor.name,
    restrictedRole: legalRepOf(matter) === undefined ? '被执行人' : '法定代表人',
    caseNo: matter.execution,
    applicant: creditor.name,
    court: court.name,
    province: court.province,
    filedDate: matter.executedOn,
    publishDate: matter.restrictedOn,
    kind: '限制消费',
    ...statesOf(matter).restriction,
  })
}

function addListing(world: World, matter: Matter) {
  if (!isTold(matter.listedOn)) return
  const { debtor, creditor, court, guarantor } = matter
  const { listing } = statesOf(matter)
  const isOver = listing.recordStatus === '已移出'
  const isPaid = isOver && matter.ending !== 'termOver'
  world.add('dishonestExecutor', {
    name: debtor.name,
    subjectType: '企业',
    certNo: debtor.company?.code,
    caseNo: matter.execution,
    court: court.name,
    province: court.province,
    performance: isPaid ? '全部已履行' : '全部未履行',
    amount: matter.amount,
    amountUnit: '元',
    filedDate: matter.executedOn,
    publishDate: matter.listedOn,
    legalRep: legalRepOf(matter),
    basisNo: matter.first,
    basisOrg: court.name,
    duty: `向申请人${creditor.name}支付款项 ${money(matter.amount)} 元及逾期利息，于判决生效之日起十日内付清。`,
    conduct: matter.conduct ?? UNWILLING,
    performedPart: isPaid ? '全部' : null,
    unperformedPart: isPaid ? null : '全部',
    applicant: creditor.name,
    ...(guarantor !== undefined && { coExecuted: [partyCell('被执行人', guarantor)] }),
    ...listing,
  })
}

/** Tells everything of one dispute that a source could have told by now. */
export function addMatter(world: World, plan: MatterPlan): Matter {
  const matter = matterOf(world, plan)
  addHearing(world, matter)
  addNotice(world, matter)
  if (hasReached(matter, 'judged')) addDocuments(world, matter)
  addExecution(world, matter)
  if (hasReached(matter, 'dishonest')) {
    addRestriction(world, matter)
    addListing(world, matter)
  }
  return matter
}
