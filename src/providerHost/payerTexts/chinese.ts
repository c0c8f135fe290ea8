import { countedIn } from '../../pages/localisation.ts'
import type { ProviderTexts } from './providerTexts.ts'

/** In simplified characters. */
export const chinese: ProviderTexts = {
  provider: '支付服务商',
  simulated: '模拟',
  payTo: merchant => `向 ${merchant} 付款`,
  payLead: '您将使用在我们这里的账户立即付款。',
  agreeLead: '您现在只是同意；在商店确认之前不会付款。',
  pay: amount => `支付 ${amount}`,
  agree: '同意并继续',
  cancel: '取消付款',
  decline: '让服务商拒绝',
  abort: '不回答就离开',
  items: '付款内容',
  more: countedIn('zh-Hans', { other: '以及另外 {count} 件' }),
  subTotals: { items: '商品', shipping: '运费', tax: '税费', discount: '折扣' },
  shipTo: '寄送给',
  change: '修改地址',
  address: {
    street: '街道',
    street2: '第二行',
    postcodeZip: '邮政编码',
    city: '城市',
    stateProvince: '省、州或自治区',
    country: '国家或地区',
  },
  order: '订单',
  sandbox: '此页面属于测试环境：不会有资金往来。',
  ends: {
    paid: { title: '已付款', text: '谢谢。' },
    agreed: { title: '已同意', text: '请现在在商店确认付款。' },
    waiting: { title: '处理中', text: '正在处理您的付款。商店会得知结果。' },
    declined: { title: '已拒绝', text: '付款被拒绝。没有付款。' },
    cancelled: { title: '已取消', text: '您取消了付款。没有付款。' },
    left: { title: '未回答', text: '您没有回答就离开了。没有付款。' },
    over: { title: '此付款已结束', text: '商店不再等待，因此无法在这里付款。没有付款。' },
  },
  unknown: { title: '没有此付款', text: '地址有误，或测试环境已被清空。请从商店重新开始。' },
  returning: '正在返回商店。',
  backTo: merchant => `返回 ${merchant}`,
  close: '您可以关闭此页面并返回商店。',
}
