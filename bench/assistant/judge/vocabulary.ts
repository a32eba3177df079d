import { companyFacts } from '@baiqicha/contract/company-facts'
import { kindTable } from '@baiqicha/contract/records/kind-table'
import { recordKinds } from '@baiqicha/contract/records/kinds'

/** Words between values. None of them states a fact by itself: numbers, views, orders and absences are judged apart. */
const connecting =
  `截至 的 共 为 是 有 年 家 名 条 位 人 元 万元 亿元 当前 历史 异议处理中 其中 合计 差额 相差 高于 低于 早于 晚于 多于 少于
最高 最低 最早 最晚 最多 最少 相同 从高到低 从低到高 从早到晚 从晚到早 从多到少 未收录 未查询到 未接入 该数据源 未接入该数据源 不可比较 未能比较 未取明细 记载于
记载 年报 年报记载 记录状态 当前有效 已移出 移出日期 移出原因 异议日期 日期 演示数据 所列演示企业及其记录均非真实 变更类型 职务 最近一条 前 如下 曾用 口径
企业 被投资企业名称 企业名称 信息 金额 万美元 参保 罚款 董事长 总经理 董事会秘书 可查询 本企业身份 原告 被告 第三人 股票代码 上市 退市 交易所 板块 状态 sse szse bse 上市交易所 上市板块 上市状态 国标行业 行业代码 组织机构代码 信用代码 统一社会信用代码 法定代表人 上海证券交易所 深圳证券交易所 北京证券交易所
是 不是 不同 无法确认 有变化 无变化 均为 逐年增长 逐年减少 总体增长 总体减少 增长 减少 持平 首末持平 先增后减 先减后增 增至 减至 变为 由 其间 最近为 仅收录
无法比较各年 年以后未收录 年末 年末员工 员工 员工更多 员工由 披露 参保人数更多 注册资本更高 实缴资本更高 成立 成立更早 上市更早 当前 多 发布 立案 移出 异议 列入 决定 裁判
开庭 刊登 变更 变更前 变更后 登记 任职 任 最近一条 以下为部分记录 已知 公示记录 其中劳动争议 劳动争议最近一条 劳动争议 股票代码 营业收入 榜单 此后未收录
没有 增加 减少 至今 个月 多于 无法直接比较 年度不同 口径不同 无法比较 未参与比较 核查 可到`.split(/\s+/u)

const labels = [
  ...Object.values(companyFacts).map(({ label }) => label),
  ...Object.values(kindTable).flatMap((kind) => [kind.title, ...('shortTitle' in kind ? [kind.shortTitle] : [])]),
  ...Object.values(recordKinds).flatMap(({ fields }) => Object.values(fields).map(({ label }) => label)),
]

/** Words of the wording of answers: field labels and connecting words. Longest first. */
export const vocabulary: readonly string[] = [...new Set([...labels, ...connecting])].toSorted(
  (a, b) => b.length - a.length,
)
