/**
 * Words of the other lists that also occur in names of companies: 老板电器, 国药股份, 科华数据, 退市国化. Written together with a
 * name they may belong to it.
 */
export const nameableWords = new Set(
  '股份 公司 信息 设备 退市 企业 数据 资本 安全 供应链 资讯 认证 诚信 新开 博士 车辆 老板 展示 可靠 招标 助手 房产 新闻 显示 创建 持股 资产 投资 信用 担保 财务 股权 专利 商标 拍卖 采购 客户 名片 信誉 大家 百强 单位 机构 统计 咨询'.split(
    ' ',
  ),
)
