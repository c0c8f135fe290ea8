import { countedIn } from '../../pages/localisation.ts'
import type { ProviderTexts } from './providerTexts.ts'

export const japanese: ProviderTexts = {
  provider: '決済サービス',
  simulated: 'シミュレーション',
  payTo: merchant => `${merchant}へのお支払い`,
  payLead: '当サービスのアカウントで今お支払いいただきます。',
  agreeLead: '今は同意のみです。お店で確定するまで支払われません。',
  pay: amount => `${amount}を支払う`,
  agree: '同意して次へ',
  cancel: 'お支払いをキャンセル',
  decline: '決済サービスに拒否させる',
  abort: '回答せずに離れる',
  items: 'お支払いの内容',
  more: countedIn('ja', { other: 'ほか{count}点' }),
  subTotals: { items: '商品', shipping: '送料', tax: '税金', discount: '割引' },
  shipTo: 'お届け先',
  change: '住所を変更',
  address: {
    street: '町名・番地',
    street2: '建物名・部屋番号',
    postcodeZip: '郵便番号',
    city: '市区町村',
    stateProvince: '都道府県',
    country: '国・地域',
  },
  order: '注文',
  sandbox: 'このページはテスト環境のものです。実際の支払いは行われません。',
  ends: {
    paid: { title: '支払い済み', text: 'ありがとうございました。' },
    agreed: { title: '同意済み', text: 'お店でお支払いを確定してください。' },
    waiting: { title: '処理中', text: 'お支払いを処理しています。結果はお店に通知されます。' },
    declined: { title: '拒否されました', text: 'お支払いは拒否されました。支払いは行われていません。' },
    cancelled: { title: 'キャンセル済み', text: 'お支払いをキャンセルしました。支払いは行われていません。' },
    left: { title: '未回答', text: '回答せずに離れました。支払いは行われていません。' },
    over: {
      title: 'このお支払いは終了しました',
      text: 'お店の受付が終わったため、ここではお支払いできません。支払いは行われていません。',
    },
  },
  unknown: {
    title: 'このお支払いは存在しません',
    text: 'アドレスが正しくないか、テスト環境が初期化されました。お店からやり直してください。',
  },
  returning: 'お店に戻ります。',
  backTo: merchant => `${merchant}に戻る`,
  close: 'このページを閉じてお店にお戻りください。',
}
