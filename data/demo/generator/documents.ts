import { daysAfter, inWords } from './days.ts'
import { type Matter, partiesOf } from './matters.ts'
import type { PassageCell } from './world.ts'

/** Texts of judgments, part by part, as a court writes them. */

const amounts = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 })
export const money = (amount: number): string => amounts.format(amount)

const judges = '审判长 演示庚\n审判员 演示辛\n人民陪审员 演示壬'
const clerk = '书记员 演示癸'

const isLabour = ({ cause }: Matter) => /劳动|经济补偿/.test(cause)

function claimOf(matter: Matter): string {
  const { creditor, debtor, amount, cause } = matter
  if (isLabour(matter)) {
    return `${creditor.name}向本院提出诉讼请求：判令${debtor.name}支付拖欠工资及经济补偿共计 ${money(amount)} 元。事实与理由：原告在被告处工作期间，被告未按时足额支付劳动报酬。`
  }
  return `${creditor.name}向本院提出诉讼请求：1. 判令${debtor.name}支付款项 ${money(amount)} 元及逾期利息；2. 本案诉讼费用由被告承担。事实与理由：双方因${cause}形成债权债务关系，原告已按约履行，被告至今未付。`
}

const laws = (matter: Matter): string[] =>
  isLabour(matter)
    ? ['《中华人民共和国劳动合同法》第三十条', '《中华人民共和国劳动合同法》第四十七条']
    : ['《中华人民共和国民法典》第五百零九条', '《中华人民共和国民法典》第五百七十七条']

/** What the court ruled for each side, and in one sentence. */
export function rulingOf(matter: Matter): { creditor: string; debtor: string; sentence: string } {
  const { creditor, debtor, amount, outcome } = matter
  if (outcome === '撤诉') return { creditor: '撤诉', debtor: '对方撤诉', sentence: `准许${creditor.name}撤回起诉。` }
  if (outcome === '驳回') return { creditor: '败诉', debtor: '胜诉', sentence: `驳回${creditor.name}的诉讼请求。` }
  const paid = outcome === '部分胜诉' ? Math.round(amount / 2) : amount
  const sentence = `${debtor.name}于本判决生效之日起十日内向${creditor.name}支付 ${money(paid)} 元。`
  return outcome === '部分胜诉'
    ? { creditor: '部分胜诉', debtor: '部分败诉', sentence }
    : { creditor: '胜诉', debtor: '败诉', sentence }
}

function standing(matter: Matter, instance: 'first' | 'second'): string {
  return partiesOf(matter, instance)
    .map(({ role, name }) => `${role}：${name}。`)
    .join('\n')
}

export function firstInstance(matter: Matter): { sections: PassageCell[]; laws: string[] } {
  const { creditor, debtor, cause, amount, court, filedOn, hearingOn } = matter
  const sentence = rulingOf(matter).sentence
  const passages: [string, string][] = [
    ['当事人信息', standing(matter, 'first')],
    [
      '审理经过',
      `${creditor.name}与${debtor.name}${cause}一案，本院于${inWords(filedOn)}立案后，依法适用普通程序，于${inWords(hearingOn)}公开开庭进行了审理。本案现已审理终结。`,
    ],
    ['原告诉称', claimOf(matter)],
    ['被告辩称', `${debtor.name}辩称：对欠款数额有异议，且资金周转困难，请求依法判决。`],
    [
      '本院查明',
      `${creditor.name}与${debtor.name}之间存在${cause}所涉的法律关系，争议金额为 ${money(amount)} 元。上述事实，有双方提交的证据和庭审笔录予以证实。`,
    ],
    ['本院认为', '当事人应当按照约定全面履行自己的义务。提出的主张有事实和法律依据的部分，本院予以支持。'],
    [
      '裁判结果',
      `${sentence}\n如不服本判决，可以在判决书送达之日起十五日内，向本院递交上诉状，上诉于${court.next?.name ?? court.name}。`,
    ],
    ['审判人员', judges],
    ['书记员', clerk],
  ]
  return { sections: passages.map(([title, text]) => ({ title, text })), laws: laws(matter) }
}

export function secondInstance(matter: Matter): { sections: PassageCell[]; laws: string[] } {
  const { creditor, debtor, court, first, judgedOn } = matter
  const passages: [string, string][] = [
    ['当事人信息', standing(matter, 'second')],
    [
      '审理经过',
      `上诉人${creditor.name}不服${court.name}${first}民事判决，向本院提起上诉。本院于${inWords(daysAfter(judgedOn, 20))}立案后，依法组成合议庭进行了审理。`,
    ],
    ['上诉请求', `${creditor.name}上诉请求：撤销一审判决，改判支持其全部诉讼请求。`],
    ['被上诉人答辩', `${debtor.name}辩称：一审判决认定事实清楚，适用法律正确，应予维持。`],
    ['一审法院查明', `双方之间的债权债务关系成立，争议金额为 ${money(matter.amount)} 元。`],
    ['一审法院认为', '被告未按约履行，应当承担相应的民事责任；超出约定的部分没有依据。'],
    ['本院查明', '二审中，当事人没有提交新证据。本院对一审查明的事实予以确认。'],
    ['本院认为', '上诉请求不能成立，一审判决认定事实清楚，适用法律正确，应予维持。'],
    ['裁判结果', '驳回上诉，维持原判。本判决为终审判决。'],
    ['审判人员', judges],
    ['书记员', clerk],
  ]
  return {
    sections: passages.map(([title, text]) => ({ title, text })),
    laws: ['《中华人民共和国民事诉讼法》第一百七十七条'],
  }
}
