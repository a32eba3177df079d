import { at } from './cast.ts'
import { daysAgo } from './days.ts'
import { courtsIn, marketOffice, people } from './words.ts'
import { aboutCompany, type World } from './world.ts'

/** Texts as long and as wild as sources have them: pages must stand them. All of it belongs to one company. */

const repeated = (text: string, length: number) => text.repeat(Math.ceil(length / text.length)).slice(0, length)
const markup = '<b>演示</b><script>document.title="演示"</script>&lt;i&gt; "引号" \'撇号\' {{演示}} ${演示}'
const unbroken = repeated('演示文书编号ABCDEFGHIJKLMNOPQRSTUVWXYZ', 400)

export function addHostileTexts(world: World) {
  const company = world.company(at.branchOffice)
  const court = courtsIn(company.region)[1]
  const filedOn = daysAgo(400)
  const others = people.flatMap((name) => ['原告', '第三人'].map((role) => ({ role, name, type: 2 as const })))
  world.add('judicialDocument', {
    caseName: `${company.name}与演示甲等二十人${repeated('建设工程施工合同、买卖合同、租赁合同、', 240)}纠纷一审民事判决书`,
    cause: repeated('建设工程施工合同纠纷、', 180),
    caseNo: world.caseNumber(court, filedOn, '民初'),
    amount: 123_456_789_012.34,
    amountUnit: '元',
    caseType: '民事',
    docType: '判决书',
    procedure: '一审',
    court: court.name,
    judgeDate: daysAgo(200),
    publishDate: daysAgo(180),
    parties: [{ role: '被告', name: company.name, type: 1, creditCode: company.code }, ...others],
    sections: [
      { title: '当事人信息', text: others.map(({ role, name }) => `${role}：${name}。`).join('\n') },
      {
        title: '本院查明',
        text: `${markup}\n\n\n${unbroken}\n${repeated('演示文书，内容为虚构，只为说明很长的正文也能读完。', 12_000)}`,
      },
      { title: '裁判结果', text: repeated('驳回全部诉讼请求；', 900) },
    ],
    laws: Array.from({ length: 40 }, (_none, place) => `《中华人民共和国民法典》第五百${place + 1}条`),
  })
  world.add('punishment', {
    ...aboutCompany(company),
    docNo: `演罚决字〔2026〕第${'0'.repeat(60)}1号`,
    reason: `${markup}${unbroken}`,
    kinds: ['警告', '罚款', '没收违法所得', '没收非法财物', '责令停产停业', '限制从业', '其他'],
    result: repeated('责令改正；罚款；', 3_000),
    fineAmount: 9_999_999.99,
    fineAmountUnit: '万元',
    licenceRevoked: repeated('演示许可证第0001号、', 200),
    office: `${marketOffice(company.region)}${repeated('演示派出机构、', 80)}`,
    decisionDate: daysAgo(100),
    publishDate: daysAgo(95),
    legalBasis: repeated('《中华人民共和国行政处罚法》第九条、', 500),
    facts: repeated('演示违法事实，内容为虚构。', 6_000),
    remark: '\u202e演示备注\u202c 𠮷 👩‍👩‍👧‍👦 Ａ　Ｂ',
  })
}
