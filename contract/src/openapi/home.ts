import { homeRoutes } from '../routes/home.ts'
import { type RouteDocs } from './route-docs.ts'
import { summary } from './samples.ts'

export const homeDocs: RouteDocs<typeof homeRoutes> = {
  homeConfig: {
    summary: '首页公告与轮播',
    answer: {
      noticeList: [
        {
          id: 'n-example',
          title: '每条信息都写明来源与日期',
          content: '未收录不代表不存在。',
          type: 'info',
          link: null,
          startAt: null,
          endAt: null,
        },
      ],
      bannerList: [
        {
          id: 'b-example',
          url: '/banners/search.svg',
          title: '拼音、简称、代码都能搜',
          subtitle: '试试搜索：比亚迪',
          jumpType: 0,
          jumpUrl: '比亚迪',
          login: false,
        },
      ],
    },
  },
  recentRegisterList: {
    summary: '最新注册企业，首页十家',
    answer: [summary],
  },
  recentRegisterDetail: {
    summary: '最新注册企业，一页',
    example: { page: 1, pageSize: 20 },
    answer: [summary],
  },
}
