import { yearOfCaseNumber } from '../case-words.ts'
import { caseNumber, day, inList, line, link, named, textOf, word } from '../fields.ts'
import { officialSites } from '../official-sites.ts'
import { defineKind } from '../record-kind.ts'

/** 限制高消费, PRODUCT B3. A row unfolds; there is no detail page. */
export const consumptionRestriction = defineKind({
  key: 'consumptionRestriction',
  heading: 'caseNo',
  identity: ['caseNo', 'restrictedPerson', 'companyName'],
  subjects: [{ by: 'field', name: 'companyName' }, { by: 'columns' }],
  linkedNames: { applicant: null },
  published: ['publishDate', 'filedDate'],
  severity: () => '高',
  steps: { filedDate: '执行立案' },
  facets: {
    year: { label: '立案年份', of: yearOfCaseNumber },
    court: { label: '法院', of: (f) => textOf(f, 'court') },
  },
  officialSite: officialSites.execution,
  fields: {
    restrictedPerson: named('限制对象', inList),
    restrictedRole: word(
      '身份',
      ['法定代表人', '主要负责人', '影响债务履行的直接责任人员', '实际控制人', '被执行人', '其他'],
      { ...inList, otherwise: '其他' },
    ),
    companyName: line('企业信息', inList),
    caseNo: caseNumber('案号', inList),
    applicant: named('申请人', inList),
    court: line('执行法院', inList),
    province: line('省份', inList),
    filedDate: day('立案日期', inList),
    publishDate: day('发布日期', inList),
    kind: word('限制类型', ['限制消费', '限制高消费'], inList),
    orderUrl: link('限消令', inList),
  },
})

/** Restricted spending (最高人民法院关于限制被执行人高消费及有关消费的若干规定, article 3). */
export const restrictedBehaviours = [
  '乘坐交通工具时，选择飞机、列车软卧、轮船二等以上舱位',
  '在星级以上宾馆、酒店、夜总会、高尔夫球场等场所进行高消费',
  '购买不动产或者新建、扩建、高档装修房屋',
  '租赁高档写字楼、宾馆、公寓等场所办公',
  '购买非经营必需车辆',
  '旅游、度假',
  '子女就读高收费私立学校',
  '支付高额保费购买保险理财产品',
  '乘坐 G 字头动车组列车全部座位、其他动车组列车一等以上座位等其他非生活和工作必需的消费行为',
] as const
