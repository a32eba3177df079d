/** Messages of the gift (SPEC §5 and §8). */
export const giftMessages = {
  chooseCareer: '请选择身份',
  chooseIndustry: '请选择行业',
  claimed: '恭喜您，成功领取两年会员',
} as const
