import { countedIn } from '../../pages/localisation.ts'
import type { ProviderTexts } from './providerTexts.ts'

export const portuguese: ProviderTexts = {
  provider: 'Provedor de pagamentos',
  shop: 'Loja',
  simulated: 'Simulado',
  payTo: merchant => `Pagamento a ${merchant}`,
  payLead: 'Você paga agora, com a sua conta aqui.',
  agreeLead: 'Agora dá o seu acordo; nada é pago até confirmar na loja.',
  pay: amount => `Pagar ${amount}`,
  agree: 'Concordar e continuar',
  cancel: 'Cancelar o pagamento',
  decline: 'Fazer o provedor recusar',
  abort: 'Sair sem responder',
  items: 'O que está pagando',
  more: countedIn('pt', { one: 'e mais {count} artigo', other: 'e mais {count} artigos' }),
  subTotals: { items: 'Artigos', shipping: 'Envio', tax: 'Impostos', discount: 'Desconto' },
  shipTo: 'Entrega a',
  change: 'Alterar o endereço',
  address: {
    street: 'Rua',
    street2: 'Complemento',
    postcodeZip: 'Código postal',
    city: 'Cidade',
    stateProvince: 'Estado ou província',
    country: 'País',
  },
  order: 'Pedido',
  sandbox: 'Esta página pertence ao ambiente de testes: nenhum dinheiro é movimentado.',
  ends: {
    paid: { title: 'Pago', text: 'Obrigado.' },
    agreed: { title: 'Aceito', text: 'Confirme agora o pagamento na loja.' },
    waiting: {
      title: 'Em andamento',
      text: 'O seu pagamento está em processamento. A loja saberá o resultado.',
    },
    declined: { title: 'Recusado', text: 'O pagamento foi recusado. Nada foi pago.' },
    cancelled: { title: 'Cancelado', text: 'Você cancelou o pagamento. Nada foi pago.' },
    left: { title: 'Sem resposta', text: 'Você saiu sem responder. Nada foi pago.' },
    over: {
      title: 'Este pagamento terminou',
      text: 'A loja já não espera, por isso não é possível pagar aqui. Nada foi pago.',
    },
  },
  unknown: {
    title: 'Este pagamento não existe',
    text: 'O endereço está errado ou o ambiente de testes foi esvaziado. Comece de novo na loja.',
  },
  returning: 'Voltando à loja.',
  backTo: merchant => `Voltar a ${merchant}`,
  close: 'Pode fechar esta página e voltar à loja.',
}
