export const countText = (count: number) => count.toLocaleString('zh-CN')

export const sizeText = (bytes: number) => `${(bytes / 1_000_000).toFixed(1)} MB`
