import { countedIn } from '../../pages/localisation.ts'
import type { ProviderTexts } from './providerTexts.ts'

export const spanish: ProviderTexts = {
  provider: 'Proveedor de pagos',
  simulated: 'Simulado',
  payTo: merchant => `Pagar a ${merchant}`,
  payLead: 'Paga ahora, con su cuenta aquí.',
  agreeLead: 'Ahora da su acuerdo; no se paga nada hasta que confirme en la tienda.',
  pay: amount => `Pagar ${amount}`,
  agree: 'Aceptar y continuar',
  cancel: 'Cancelar el pago',
  decline: 'Hacer que el proveedor rechace',
  abort: 'Salir sin responder',
  items: 'Lo que paga',
  more: countedIn('es', { other: 'y {count} más' }),
  subTotals: { items: 'Artículos', shipping: 'Envío', tax: 'Impuestos', discount: 'Descuento' },
  shipTo: 'Entrega a',
  change: 'Cambiar la dirección',
  address: {
    street: 'Calle',
    street2: 'Segunda línea',
    postcodeZip: 'Código postal',
    city: 'Ciudad',
    stateProvince: 'Estado o provincia',
    country: 'País',
  },
  order: 'Pedido',
  sandbox: 'Esta página pertenece al entorno de pruebas: no se mueve dinero.',
  ends: {
    paid: { title: 'Pagado', text: 'Gracias.' },
    agreed: { title: 'Aceptado', text: 'Confirme ahora el pago en la tienda.' },
    waiting: { title: 'En curso', text: 'Su pago se está tramitando. La tienda sabrá cómo termina.' },
    declined: { title: 'Rechazado', text: 'El pago fue rechazado. No se ha pagado nada.' },
    cancelled: { title: 'Cancelado', text: 'Ha cancelado el pago. No se ha pagado nada.' },
    left: { title: 'Sin respuesta', text: 'Salió sin responder. No se ha pagado nada.' },
    over: {
      title: 'Este pago ha terminado',
      text: 'La tienda ya no espera, así que no se puede pagar aquí. No se ha pagado nada.',
    },
  },
  unknown: {
    title: 'No existe este pago',
    text: 'La dirección es incorrecta, o el entorno de pruebas se ha vaciado. Empiece de nuevo en la tienda.',
  },
  returning: 'Le llevamos de vuelta a la tienda.',
  backTo: merchant => `Volver a ${merchant}`,
  close: 'Puede cerrar esta página y volver a la tienda.',
}
