// The texts of the simulated issuer's pages, in the payer's language.

import type { PageLocale } from '../../pages/localisation.ts'

type IssuerWords = {
  readonly title: string
  readonly advice: string
  /** On the buttons. */
  readonly outcomes: Readonly<Record<'Y' | 'A' | 'N' | 'cancelled' | 'U' | 'R', string>>
  readonly unknownRequest: string
}

export const issuerWordsIn = (locale: PageLocale): IssuerWords => languages[locale]

const languages: Readonly<Record<PageLocale, IssuerWords>> = {
  en: {
    title: 'Your bank (simulated)',
    advice: 'A real bank would ask for a code now. Here you choose what comes of it.',
    outcomes: {
      ...{ Y: 'Success', A: 'Attempted', N: 'Failed', cancelled: 'Cancel' },
      ...{ U: 'Unable', R: 'Rejected' },
    },
    unknownRequest: 'There is no such request. Go back to the shop and try again.',
  },
  de: {
    title: 'Ihre Bank (simuliert)',
    advice: 'Eine echte Bank würde jetzt einen Code verlangen. Hier wählen Sie, wie es ausgeht.',
    outcomes: {
      ...{ Y: 'Erfolgreich', A: 'Versucht', N: 'Fehlgeschlagen', cancelled: 'Abbrechen' },
      ...{ U: 'Nicht möglich', R: 'Abgelehnt' },
    },
    unknownRequest:
      'Diese Anfrage gibt es nicht. Gehen Sie zurück zum Shop und versuchen Sie es noch einmal.',
  },
  fr: {
    title: 'Votre banque (simulée)',
    advice: 'Une vraie banque demanderait un code maintenant. Ici, vous choisissez l’issue.',
    outcomes: {
      ...{ Y: 'Réussie', A: 'Tentée', N: 'Échouée', cancelled: 'Annuler' },
      ...{ U: 'Impossible', R: 'Rejetée' },
    },
    unknownRequest: 'Cette demande n’existe pas. Retournez à la boutique et réessayez.',
  },
  es: {
    title: 'Su banco (simulado)',
    advice: 'Un banco real pediría ahora un código. Aquí usted elige el resultado.',
    outcomes: {
      ...{ Y: 'Correcta', A: 'Intentada', N: 'Fallida', cancelled: 'Cancelar' },
      ...{ U: 'No es posible', R: 'Rechazada' },
    },
    unknownRequest: 'No existe esta solicitud. Vuelva a la tienda e inténtelo de nuevo.',
  },
  ar: {
    title: 'مصرفك (محاكاة)',
    advice: 'كان المصرف الحقيقي سيطلب رمزًا الآن. أما هنا فأنت تختار النتيجة.',
    outcomes: {
      ...{ Y: 'نجاح', A: 'محاولة', N: 'فشل', cancelled: 'إلغاء' },
      ...{ U: 'تعذّر', R: 'رفض' },
    },
    unknownRequest: 'لا يوجد طلب كهذا. عُد إلى المتجر وحاول مرة أخرى.',
  },
  pt: {
    title: 'O seu banco (simulado)',
    advice: 'Um banco real pediria um código agora. Aqui você escolhe o resultado.',
    outcomes: {
      ...{ Y: 'Bem-sucedida', A: 'Tentada', N: 'Falhou', cancelled: 'Cancelar' },
      ...{ U: 'Não é possível', R: 'Rejeitada' },
    },
    unknownRequest: 'Esta solicitação não existe. Volte à loja e tente novamente.',
  },
  it: {
    title: 'La tua banca (simulata)',
    advice: 'Una vera banca ora chiederebbe un codice. Qui scegli tu l’esito.',
    outcomes: {
      ...{ Y: 'Riuscita', A: 'Tentata', N: 'Non riuscita', cancelled: 'Annulla' },
      ...{ U: 'Non possibile', R: 'Rifiutata' },
    },
    unknownRequest: 'Questa richiesta non esiste. Torna al negozio e riprova.',
  },
  ja: {
    title: 'カード会社（シミュレーション）',
    advice: '実際のカード会社では、ここで認証コードを求められます。ここでは結果を選べます。',
    outcomes: {
      ...{ Y: '成功', A: '試行', N: '失敗', cancelled: 'キャンセル' },
      ...{ U: '認証不可', R: '拒否' },
    },
    unknownRequest: 'この手続きは見つかりません。お店に戻ってやり直してください。',
  },
  'zh-Hans': {
    title: '您的发卡行（模拟）',
    advice: '真实的发卡行此时会要求输入验证码。在这里由您选择结果。',
    outcomes: {
      ...{ Y: '成功', A: '已尝试', N: '失败', cancelled: '取消' },
      ...{ U: '无法验证', R: '拒绝' },
    },
    unknownRequest: '没有此请求。请返回商店重试。',
  },
  nl: {
    title: 'Uw bank (gesimuleerd)',
    advice: 'Een echte bank zou nu om een code vragen. Hier kiest u zelf de uitkomst.',
    outcomes: {
      ...{ Y: 'Geslaagd', A: 'Geprobeerd', N: 'Mislukt', cancelled: 'Annuleren' },
      ...{ U: 'Niet mogelijk', R: 'Afgewezen' },
    },
    unknownRequest: 'Dit verzoek bestaat niet. Ga terug naar de winkel en probeer het opnieuw.',
  },
}
