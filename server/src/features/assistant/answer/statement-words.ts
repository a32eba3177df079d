import type { RecordView } from '@baiqicha/contract/records/record'

/**
 * Words that a sentence of a language model may have beside the values and labels of its evidence. None of them states a fact: no
 * negation, no comparison, no status, no quantity. Whatever else it has is unsupported.
 */
export const sentenceWords: ReadonlySet<string> = new Set(
  '的 为 是 有 在 于 和 与 及 由 共 等 其 该 中 至 以 按 即 从 内 名 条 共有 其中 分别 以及 包括 包含 主要 来自 根据 依据 关于 方面 情况 信息 数据 记录 公示 登记 收录 来源 来源为 来源于 日期 时间 显示 如下 以下 以上 以下为 所属 位于 企业 公司 该企业 该公司 本企业 两者 各 均 名为 合计 数量 列表 明细 详情 可查看 查看 见 目前可提供 可提供 可查询 可询问 口径 数据截至 截至 已收录 已接入 已查询 已公示 记载 期间 年 月 日 年度 年报 符合条件 条件 范围 占 组 各组 相应 对应 同时 另 此外 关于该企业 请 您 查询 结果 结果显示 了 也 并 并且 而 则 就 且 之 所 这 这家 这家企业 这家公司 本 是一家 同样 具体 具体为 具体来看 来看 来说 如 例如 即为 作为 属于 属 注册 设立 成立 拥有 担任 出任 任 资料 公开 公开信息 公开数据 公开资料 公开记录 据 据此 根据记录 依据记录 记录显示 数据显示 资料显示 总结 参考 说明 补充 注意 以来源为准 以上信息 以上数据 相关 相关记录 有关 此 此项 项目 内容 部分 方 双方 它 它的 全称 简称 上述 前者 后者 比较 对比 相比 之间'.split(
    ' ',
  ),
)

/** Words that stand for a label. */
export const labelSynonyms: Readonly<Record<string, string>> = {
  成立: '成立日期',
  设立: '成立日期',
  注册于: '成立日期',
  注册资金: '注册资本',
  统一社会信用代码: '信用代码',
  法人代表: '法定代表人',
  地址: '注册地址',
  住所: '注册地址',
  行业: '国标行业',
  地区: '所属地区',
  持股: '持股比例',
  共: '合计',
  共有: '合计',
  总计: '合计',
  相差: '差额',
  未接入: '未接入该数据源',
}

/** Words that state the view of a record. */
export const viewWords: Readonly<Record<string, RecordView>> = {
  当前: 'current',
  目前: 'current',
  现有: 'current',
  现行: 'current',
  现任: 'current',
  历史: 'history',
  曾经: 'history',
  异议处理中: 'disputed',
}

/** Words that compare. Only a tool states them, as a relation. */
export const comparisonWords = [
  '高于',
  '低于',
  '多于',
  '少于',
  '大于',
  '小于',
  '早于',
  '晚于',
  '等于',
  '相同',
  '一致',
  '最高',
  '最低',
  '最多',
  '最少',
  '最大',
  '最小',
  '最早',
  '最晚',
] as const

/** Words by which a sentence states that nothing was found. */
export const nothingFoundWords = ['未查询到', '暂未查询到'] as const

/** Adjectives and verdicts that no record states. */
export const judgingWords =
  '靠谱 可靠 可信 值得信赖 值得 良好 优秀 优质 优良 稳健 稳定 强大 雄厚 实力 领先 龙头 知名 著名 卓越 糟糕 恶劣 严重 危险 安全 高风险 低风险 风险较高 风险较低 风险较大 风险较小 较好 较差 很好 很差 不错 正规 诚信 守信 骗子 诈骗 欺诈 老赖 放心 推荐 不推荐 谨慎 健康 堪忧 令人担忧 令人满意 出色 一流 顶尖 优异 负面 正面 乐观 悲观 恶意 可疑 违规严重 经营良好 前景 潜力'.split(
    ' ',
  )

/** Words that join values of one list under their label. */
export const joiningWords: ReadonlySet<string> = new Set(['和', '与', '及', '以及', '等'])

/** Words that make a bound of the number or date before them. */
export const boundingWords: ReadonlySet<string> = new Set(
  '以上 以下 以内 以外 以前 以后 之前 之后 之内 内 前 后 上 下 起 止 至 左右 多 余'.split(' '),
)
