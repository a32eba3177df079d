import { businessRiskKeys, legalRiskKeys, type RecordKindKey } from '@baiqicha/contract/records/kind-table'
import type { WordList } from './cue.ts'

/** Words that follow a pattern: one of each group. They complete the lists of facts and records. */

const listOf = (words: string): string[] => words.split(' ').map((word) => (word === '·' ? '' : word))

/** Every sequence of one word of each list, separated by spaces. `·` is the empty word. */
const combined = (...lists: readonly string[]): string =>
  lists
    .reduce<string[]>((begun, list) => begun.flatMap((start) => listOf(list).map((word) => start + word)), [''])
    .join(' ')

const when =
  '什么时候 何时 哪年 哪一年 哪天 哪一天 啥时候 几时 几几年 什么时间 什么年份 哪个年份 何年 何年何月 哪年哪月 多会儿 什么日子'
const whenOrIn = `${when} 在什么时候 是什么时候 在哪年 是哪年 在哪一年 是哪一年 于何时 于哪年 于哪一年`
const which = '哪个 什么 啥 哪一个 哪家 何 哪种 哪类 何种'
const begin =
  '成立 创立 创办 注册 注册成立 设立 建立 创建 开业 开办 开张 诞生 建厂 组建 起步 起家 正式成立 登记成立 办起来 开起来 弄起来 搞起来 建起来 创办起来 注册登记'
const place = '省 省份 市 城市 地级市 地区 区 区县 县 州 省市 直辖市 自治区 县市 区域'
const board = '板块 板 交易所 证券交易所 市场 证券市场 交易所上市 板块上市 交易所挂牌 市场上市'
const office =
  '工商局 工商部门 市场监管局 市场监督管理局 市监局 登记机关 登记机构 发照机关 行政审批局 监管局 主管部门登记 部门登记 机关登记 机关核发 机关核发执照 机关发照 机关发的照'
const formerNames = '名字 名称 企业名 企业名称 公司名 公司名称 字号'
const former = `名 ${formerNames}`
const goods = '卖 做 经营 销售 生产 从事 开展 承接 代理'

const lawsuits: readonly RecordKindKey[] = ['judicialDocument', 'courtAnnouncement', 'enterpriseCourtAnnouncement']
const changed = '改了 改过 变了 变过 变更了 变更过 调整了 调整过 修改过 修改了 动过 改动了 改动过 更新过'
const registered = '登记事项 登记内容 登记信息 登记项 事项 工商信息 登记项目 工商登记'

export const composedWords: WordList = [
  [
    { facts: ['region'], compares: true },
    '同一个省 同一个市 同一个城市 同省 同城 同一个地方 同一省份 同一城市 在同一个省 在同一个市 在同一个城市 在一个城市 在一个省',
  ],
  [
    { facts: ['name'] },
    '公司叫什么 企业叫什么 叫什么公司 叫什么企业 对应的公司 对应的企业 对应哪家 对应哪个公司 对应什么公司',
  ],
  [{ facts: ['foundedOn'] }, combined(whenOrIn, '· 正式', begin)],
  [{ facts: ['foundedOn'] }, combined('成立 创立 诞生 创建 创办 设立 组建 开业 注册', '于 在', `${when} 哪个时候`)],
  [
    { facts: ['foundedOn'] },
    '诞生 开张 开办 起家 建厂 成立至今 成立到现在 创立至今 办厂 开办至今 经营年限 成立纪念日 创始年份 建成',
  ],
  [
    { facts: ['listings'] },
    combined(when, '上的市 挂的牌 登陆a股 登陆资本市场 敲钟 挂牌上市 挂牌交易 上市交易 首发上市 首发'),
  ],
  [{ facts: ['listings'] }, combined('在 于 属于 是 上 · 挂牌', which, board)],
  [
    { facts: ['region'] },
    combined(
      '在 属于 是 来自 位于 注册在 总部在 落户 落户在 设在 总部设在 · 归属',
      '哪个 什么 哪一个 哪座 哪 何',
      place,
    ),
  ],
  [
    { facts: ['region'] },
    '总部所在城市 总部城市 所在省市 所在地市 归属地区 注册所在城市 省市 哪里人开的公司 哪里企业 是哪儿公司',
  ],
  [{ facts: ['authority'] }, combined('由 归 在 属于 ·', '哪个 哪里 什么 哪家 哪里的 哪儿的 哪 哪一个 何', office)],
  [{ facts: ['authority'] }, '登记机关 发照单位 核发机关 颁发执照 谁发的执照 哪发的执照 执照是谁发的 监管单位'],
  [
    { facts: ['businessType'] },
    combined(
      '是 属于 算 为 ·',
      '哪种 什么 哪类 啥 何种 哪一类 哪一种',
      '类型 性质 形式 组织形式 体制 所有制 经济类型',
      '的公司 的企业 的单位 ·',
    ),
  ],
  [
    { facts: ['businessType'] },
    '公司属性 企业属性 所有制 所有制性质 经济成分 有限公司还是股份公司 有限责任还是股份有限 国资还是民资',
  ],
  [
    { facts: ['industry'] },
    combined('属于 是 在 做 干 从事 归 ·', '哪个 什么 哪一个 啥 哪种 哪类 何种', '行业 领域 行当 产业 门类 赛道'),
  ],
  [{ facts: ['industry'] }, '行业门类 行业归属 归属行业 产业分类 干哪行 做哪行 干哪一行'],
  [
    { facts: ['name'], term: '曾用名' },
    combined('用过 叫过 使用过 曾用过 曾用 曾使用 以前用过 曾经用过', '什么 哪些 啥 别的 其他 哪几个', former),
  ],
  [
    { facts: ['name'], term: '曾用名' },
    combined('之前 以前 原来 原先 从前 过去 早先 先前 最早 最初 曾经', '的 用的 使用的', formerNames),
  ],
  [
    { facts: ['name'], term: '曾用名' },
    combined('改名 更名 换名 改名字', '之前 以前 前', '叫什么 叫啥 的名字 的名称 是什么名字 叫什么名字'),
  ],
  [
    { facts: ['scope'] },
    combined('能不能 能否 可不可以 可以 能 是否可以 有没有资格 有资格 许可 允许 是否有资格 是不是可以', goods),
  ],
  [
    { facts: ['scope'] },
    '业务都包括 业务包括 业务包含 业务内容 业务都有 业务方向 主要卖什么 营业内容 经营项目 经营内容 经营的范围 营业项目 执照上写的业务 许可项目 一般项目 主打什么',
  ],
  [
    { facts: ['term'] },
    combined(
      '执照 营业执照 经营期限 营业期限 经营 营业 执照有效期',
      `到 到${when.split(' ').join(' 到')}`,
      '· 为止 到期',
    ),
  ],
  [{ facts: ['term'] }, combined('执照 营业执照', when, '过期 到期 失效 期满')],
  [
    { facts: ['term'] },
    '营业截止 经营截止 经营起止 营业起止 起止日期 是不是长期有效 是长期的吗 执照过期 执照到期 有没有到期 存续多久',
  ],
  [
    { facts: ['creditCode'] },
    '统一代码 统一编码 信用编码 社会信用编码 18位代码 十八位代码 税务识别号 税务代码 税务号 纳税号 开票号 执照代码 执照编码 营业执照代码 工商代码 机构信用代码 企业信用代码 纳税人识别码 税号是多少 统一社会代码 社会代码 执照上的代码 营业执照上的代码 信用号 统一号',
  ],
  [
    { facts: ['legalRepresentative'] },
    '代表人 法人代表人 头儿 头头 管事的 主事的 当家的 谁当家 谁负责 法人姓什么 法人姓名 法人名字 法人的名字 法人叫啥 掌舵的 登记的法人 谁是法人 谁当法人 谁做法人 谁担任法人 谁任法定代表人 法人信息',
  ],
  [
    { facts: ['registeredCapital'] },
    '注册资本额 注册本金 资本总额 注册资本总额 登记资本 注册的本金 注册时的资本 注册的钱 本金 注册资本规模 资本规模 资本实力 家底 注册资金规模',
  ],
  [
    { facts: ['paidInCapital'] },
    '实缴比例 实缴出资额 实到资本 实际到位 到位了多少 实际投入 已缴资本 已缴资金 缴足 缴足了吗 缴齐 缴清 缴纳到位 出资到位 资本到位 缴了多少钱',
  ],
  [
    { facts: ['email'] },
    '写信的邮箱 发邮件 发邮件到哪 写信用哪个邮箱 邮件发到哪 发邮件的地址 电子信箱 信箱 哪个邮箱 e-mail地址 email地址 邮件',
  ],
  [
    { facts: ['address'] },
    '导航到 怎么走 地址是哪 门牌号 几号楼 办公地点 经营场所 经营地址 营业地址 营业场所 公司住所 登记住所 厂址 厂房地址 落脚 办公室在哪 办公的地方 所在地址 注册的地址 注册地点 登记的地址 在哪条街 在哪条路 哪个街道 办公场所 公司坐落',
  ],
  [
    { facts: ['phones'] },
    '打什么电话 打哪个电话 拨打 打给他们 打电话 电话是几 总机号码 对外电话 公开电话 公司号码 联系号码 企业热线',
  ],
  [{ facts: ['website'] }, '官方网址 网站链接 官网链接 网站是多少 官网是啥 官方站点 站点 企业官网 公司官网'],
  [
    { facts: ['nameEnglish'] },
    '英文怎么说 英文怎么拼 英文名是 翻译成英文 英文翻译 用英文怎么 英语怎么说 英文简称 洋名 外文全称 英语全称 english name',
  ],
  [
    { facts: ['status'] },
    '什么状态 啥状态 处于什么状态 现状 经营情况 存续与否 有没有注销 有没有吊销 有没有被吊销 注销没 注销了没 注销了吗 吊销了吗 吊销没 还存续 还在存续 仍然存续 还是存续 是不是存续 是否注销 是否吊销 有没有停业 停业了吗 还正常吗 是不是倒闭了 有没有破产 破产了吗 破产没 还活跃 在正常经营 是否还在经营 是否在业',
  ],
  [{ facts: ['ended'] }, combined('注销 吊销 撤销', '的 ·', '原因 日期 时间 机关 决定')],
  [
    { facts: ['insuredCount'], kinds: ['annualInsurance'] },
    '缴了社保 交了社保 买社保 参加社保 参加保险 上保险 社会保险人数 缴社会保险 社会保险 几个人交社保 多少人交社保 多少人参保 几人参保 参保员工数 养老保险',
  ],
  [
    { facts: ['staffSize'], kinds: ['annualEmployees'] },
    '员工总人数 多少人上班 多少号人 几号人 多少在职 多少打工人 团队规模 用工人数 用工规模 多少工人 多少个人 职工总数 雇员人数 职员 体量',
  ],
  [{ facts: ['approvedOn'] }, '上次核准 最近核准 最近一次核准 核准于 核准日 核发日期 执照核发'],
  [
    { intent: 'shareholders', kinds: ['shareholderInfo'] },
    combined(
      '持股 占股 持有 占有 占 拿了 握有 股份占',
      '百分之几 百分之多少 几成 几个点 多大比例 比例多少 多少比例 几股',
    ),
  ],
  [
    { intent: 'shareholders', kinds: ['shareholderInfo'] },
    '是谁控股 是谁控股的 由谁控股 是谁持股 是谁投的钱 是谁入股 是谁占股 谁的股份最多 谁占的股份 股份在谁手里 股份都在谁 谁掏的钱 谁掏钱 谁出的钱 谁出钱 哪些人持股 哪些人入股 出了多少钱 出资比例 出资方 入股人 持股人 持股方 持股情况 股权情况 股东人数 股东数量 投资人名单 二股东 第二大股东 第三大股东',
  ],
  [{ intent: 'people', kinds: ['keyPerson'], term: '财务负责人' }, '谁负责财务 谁管财务 管财务的 财务主管 财务一把手'],
  [
    { intent: 'people', kinds: ['keyPerson'] },
    '二把手 三把手 领导成员 高层领导 公司领导 领导人员 管理人员 管理者 谁在管理 核心管理层 高管人员 管理层名单 班子成员',
  ],
  [
    { intent: 'investments', kinds: ['overseasInvest'] },
    combined(
      '占了 入了 参了 投了 控了 持了 入股了 参股了 投资了 收购了 控股了',
      '哪些 哪几家 多少 多少家 几家 什么 哪些个',
      '公司 企业 公司的股 企业的股 公司的股份 企业的股份',
    ),
  ],
  [
    { intent: 'investments', kinds: ['overseasInvest'] },
    '全资企业 全资公司 投了钱 投钱 往外投资 往哪投 投资去向 投资了什么 投资标的 持股企业 参股了谁 入股了谁 控股了谁 投资的子公司 手下公司 手底下公司 手下的公司 下面的企业 持股了哪些 入股的公司 入股企业 外投企业 外投 对外持股 对外参股 对外控股 旗下有',
  ],
  [
    { intent: 'branches', kinds: ['branch'] },
    '下设机构 下设分公司 下设 下属机构 下属分公司 下属门店 分号 设立的机构 网点分布 分公司数量 分公司情况 设了分公司 开了分公司 开了分店 分店数量 分支网点 分出来的公司 连锁店 直营店',
  ],
  [{ intent: 'changes', kinds: ['changeRecord'] }, combined(changed, '哪些 什么 哪几项 几项 多少 ·', registered)],
  [
    { intent: 'changes', kinds: ['changeRecord'] },
    combined(registered, '· 有 都', '改了 改过 变了 变过 变更了 修改过 动过 改动过 有改动 有变 的改动 的修改 的变化'),
  ],
  [
    { intent: 'changes', kinds: ['changeRecord'], facets: { kind: '资本' } },
    '增的资 减的资 增了资 减了资 增过几次资 增资减资 加过资 加了资 追加过资本',
  ],
  [
    { intent: 'changes', kinds: ['changeRecord'], facets: { kind: '股东' } },
    `${combined('退出 退出过 退出了 新增 新增过 新增了 新进 走了 进了 加入了', '哪些 谁 的 几个 ·', '股东 投资人 出资人')} 谁退股了 谁退出了 退出股东`,
  ],
  [{ kinds: ['executedPerson'] }, combined('欠 欠了 欠着 还欠', '法院 别人 人家 外面', '多少钱 多少 的钱')],
  [
    { kinds: ['executedPerson'] },
    '执行款 没还的钱 被执行了多少 强制执行的金额 法院强制执行 上执行名单 执行名单 被申请强制执行',
  ],
  [
    { kinds: ['dishonestExecutor'] },
    '上没上失信 上失信 上了失信 进失信 失信人名单 赖账名单 欠钱不还 有能力不还 拒不履行 失信被执行名单 老赖公司 失信被执',
  ],
  [
    { kinds: ['consumptionRestriction'] },
    '坐高铁 坐飞机 乘飞机 乘高铁 坐头等舱 高消费 限制消费名单 被限制消费了 限制坐飞机',
  ],
  [
    { kinds: ['equityPledge'] },
    combined('股权 股份 股票 股', '押 抵押 质押 出质 抵', '给谁 给了谁 给银行 给了银行 出去 了 了吗 了多少'),
  ],
  [
    { kinds: lawsuits, facets: { labour: '劳动争议' } },
    combined(
      '和 跟 与 被 同',
      '员工 职工 工人 雇员 劳动者 前员工',
      '打过官司 打官司 的官司 闹过纠纷 的纠纷 有纠纷 起诉 告过 的案件 告了 有过纠纷 告上法庭',
    ),
  ],
  [
    { kinds: lawsuits },
    '跟谁打官司 跟谁打过官司 和谁打过官司 打了几场官司 几场官司 官司缠身 惹官司 惹上官司 对簿公堂 上过法院 告到法院 打了官司 有官司',
  ],
  [
    { kinds: ['punishment'] },
    '被罚了 罚了多少 罚了多少钱 罚了几次 吃罚单 吃过罚单 收到罚单 挨过罚 处罚金额 罚金 违规被罚 监管处罚 被监管处罚 被工商处罚 被消防处罚 被罚的 罚款金额',
  ],
  [
    { kinds: ['businessRisk'] },
    '进异常名录 进过异常 列为异常 上异常名录 年报没报 没报年报 失联 查无下落 通过登记的住所无法联系',
  ],
  [{ intent: 'riskOverview', kinds: legalRiskKeys }, '司法数据 法院数据 司法方面 法律方面 涉法涉诉 法院那边'],
  [
    { intent: 'riskOverview', kinds: [...legalRiskKeys, ...businessRiskKeys] },
    '风险数据 风险怎么样 风险如何 靠得住 信不信得过 能不能信 有没有猫腻 猫腻 有什么毛病 有毛病吗 翻车 暴露过问题 劣迹 前科 污点 不良 底子干净 有没有污点 风评 可不可信 可信度 值得信任 值不值得信任 信任 踏实吗 稳不稳 稳妥吗 能放心',
  ],
  [
    { intent: 'shareholders', kinds: ['shareholderInfo'], view: 'history' },
    '历史股东 以前的股东 原股东 原来的股东 曾经的股东 过去的股东 退出的股东 已退出的股东 退出股东 前股东 历任股东',
  ],
  [
    { intent: 'people', kinds: ['keyPerson'], view: 'history' },
    '历史高管 离职高管 以前的高管 前任高管 历任高管 曾经的高管 原高管 过去的高管',
  ],
  [
    { intent: 'changes', kinds: ['changeRecord'], facets: { kind: '名称' } },
    combined('曾用 曾用的 以前的 之前的 原来的 历史 历史上的 原 曾经的 过去的', '股票简称 证券简称 简称'),
  ],
  [{ intent: 'investments', kinds: ['overseasInvest'] }, '投资额 投资金额 投资额最大 投资总额 出资额最大的企业'],
  [{ kinds: ['taxViolation'] }, '税务上 税务方面 税收方面 税务有没有问题 税务风险 涉税 涉税问题 税上'],
  [{ regions: ['32', '33', '31'], together: true }, '江浙沪'],
  [{ regions: ['31', '32', '33', '34'], together: true }, '长三角 江浙沪皖'],
  [{ regions: ['21', '22', '23'], together: true }, '东三省 东北三省 东北'],
  [{ regions: ['11', '12', '13'], together: true }, '京津冀'],
]
