/** Words of the standard language, each with words of dialects that mean the same and are no part of another word. */
export const dialectWords: Readonly<Record<string, string>> = {
  是不是: '系唔系 系咪',
  有没有: '有冇 有木有',
  没有: '冇 莫得',
  的: '嘅',
  谁: '边个 啥人',
  哪里: '边度 哪旮旯 哪嘎达 哪疙瘩 哪旮沓',
  多少: '几多',
  为什么: '点解',
  什么: '乜嘢 啥子',
  怎么: '啷个 咋个',
  现在: '依家',
  家: '屋头',
  什么时候: '啥辰光 几时 么子时候',
  知道: '晓得',
  昨天: '昨个',
}
