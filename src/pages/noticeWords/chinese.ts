import type { NoticeWords } from './english.ts'

/** In simplified characters. */
export const chinese: NoticeWords = {
  oneMoment: { title: '请稍候', text: '请稍候。' },
  unread: { title: '无法显示此页面', text: '地址或提交的内容有误。请返回商店。' },
  failed: {
    title: '这里出了问题',
    text: '这不是您的问题。商店知道您的付款状态；再次付款前请先返回商店查看。',
  },
  busy: { title: '请稍候', text: '现在无法继续，没有执行任何操作。请稍等片刻，然后重新加载此页面。' },
  forbidden: { title: '您无法访问此页面', text: '此页面不能从这里打开，或不能从您来的页面打开。' },
  absent: { title: '没有此页面', text: '地址已过期或不完整。商店知道您的付款状态。' },
  stepOver: { title: '此页面不能重新加载', text: '对应的步骤已经结束。请返回商店查看付款状态。' },
  looked: { title: '完成', text: '您的发卡行已检查您的浏览器。' },
  answered: { title: '此步骤已完成', text: '您的发卡行已答复。请返回商店查看付款结果。' },
  answeredBefore: { title: '此步骤已完成', text: '您的发卡行此前已答复。请返回商店查看付款结果。' },
  unknownStep: { title: '此链接已失效', text: '它已过期或从未签发。请返回商店查看付款结果。' },
  unknownLink: { title: '此付款链接无效', text: '它已过期或不完整。商店知道您的付款状态。' },
  unknownReturn: { title: '找不到返回商店的路径', text: '此地址已过期或不完整。商店知道您的付款状态。' },
  ended: { title: '此付款已结束', text: '这里没有需要做的了。商店知道结果；如需再次付款，请从商店开始。' },
  done: { title: '您现在可以返回商店', text: '这里的步骤都已完成。您可以关闭此页面；商店知道您的付款状态。' },
  stepDone: { title: '继续', text: '此步骤已完成。请继续。' },
  backToShop: '返回商店',
  supportCode: '支持代码：{code}',
}
