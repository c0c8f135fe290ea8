import type { NoticeWords } from './english.ts'

export const portuguese: NoticeWords = {
  oneMoment: { title: 'Um momento', text: 'Um momento, por favor.' },
  unread: {
    title: 'Esta página não pode ser mostrada',
    text: 'Há algo errado no endereço ou no que foi enviado. Volte à loja.',
  },
  failed: {
    title: 'Algo deu errado aqui',
    text: 'A culpa não é sua. A loja sabe como está o seu pagamento; volte lá antes de pagar de novo.',
  },
  busy: {
    title: 'Um momento, por favor',
    text: 'Não podemos continuar agora, e nada foi feito. Espere um pouco e recarregue esta página.',
  },
  forbidden: {
    title: 'Esta página não é para você',
    text: 'Ela não pode ser aberta daqui, ou não a partir da página de onde veio.',
  },
  absent: {
    title: 'Esta página não existe',
    text: 'O endereço expirou ou está incompleto. A loja sabe como está o seu pagamento.',
  },
  stepOver: {
    title: 'Esta página não pode ser recarregada',
    text: 'A etapa correspondente terminou. Volte à loja para ver como está o seu pagamento.',
  },
  looked: { title: 'Pronto', text: 'O seu banco verificou o seu navegador.' },
  answered: {
    title: 'Esta etapa terminou',
    text: 'O seu banco respondeu. Volte à loja para ver o resultado do seu pagamento.',
  },
  answeredBefore: {
    title: 'Esta etapa terminou',
    text: 'O seu banco já respondeu. Volte à loja para ver o resultado do seu pagamento.',
  },
  unknownStep: {
    title: 'Este link já não é válido',
    text: 'Expirou ou nunca foi emitido. Volte à loja para ver o resultado do seu pagamento.',
  },
  unknownLink: {
    title: 'Este link de pagamento não funciona',
    text: 'Expirou ou está incompleto. A loja sabe como está o seu pagamento.',
  },
  unknownReturn: {
    title: 'O caminho de volta à loja não foi encontrado',
    text: 'Este endereço expirou ou está incompleto. A loja sabe como está o seu pagamento.',
  },
  ended: {
    title: 'Este pagamento terminou',
    text: 'Não há mais nada a fazer aqui. A loja conhece o resultado; para pagar de novo, comece lá.',
  },
  done: {
    title: 'Já pode voltar à loja',
    text: 'Aqui está tudo feito. Pode fechar esta página; a loja sabe como está o seu pagamento.',
  },
  stepDone: { title: 'Continuar', text: 'Esta etapa está concluída. Continue, por favor.' },
  backToShop: 'Voltar à loja',
  supportCode: 'Código de suporte: {code}',
}
