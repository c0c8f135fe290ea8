import type { NoticeWords } from './english.ts'

export const spanish: NoticeWords = {
  oneMoment: { title: 'Un momento', text: 'Un momento, por favor.' },
  unread: {
    title: 'Esta página no se puede mostrar',
    text: 'Hay algo incorrecto en su dirección o en lo que se le envió. Vuelva a la tienda.',
  },
  failed: {
    title: 'Algo ha fallado aquí',
    text: 'No es culpa suya. La tienda sabe cómo está su pago; vuelva allí antes de pagar de nuevo.',
  },
  busy: {
    title: 'Un momento, por favor',
    text: 'Ahora no podemos continuar y no se ha hecho nada. Espere un poco y recargue esta página.',
  },
  forbidden: {
    title: 'Esta página no es para usted',
    text: 'No se puede abrir desde aquí, o no desde la página de la que viene.',
  },
  absent: {
    title: 'No existe esta página',
    text: 'La dirección ha caducado o está incompleta. La tienda sabe cómo está su pago.',
  },
  stepOver: {
    title: 'Esta página no se puede volver a cargar',
    text: 'El paso al que pertenece ha terminado. Vuelva a la tienda para ver cómo está su pago.',
  },
  looked: { title: 'Listo', text: 'Su banco ha comprobado su navegador.' },
  answered: {
    title: 'Este paso ha terminado',
    text: 'Su banco ha respondido. Vuelva a la tienda para ver el resultado de su pago.',
  },
  answeredBefore: {
    title: 'Este paso ha terminado',
    text: 'Su banco ya ha respondido. Vuelva a la tienda para ver el resultado de su pago.',
  },
  unknownStep: {
    title: 'Este enlace ya no es válido',
    text: 'Ha caducado o nunca se emitió. Vuelva a la tienda para ver el resultado de su pago.',
  },
  unknownLink: {
    title: 'Este enlace de pago no funciona',
    text: 'Ha caducado o está incompleto. La tienda sabe cómo está su pago.',
  },
  unknownReturn: {
    title: 'No se encuentra el camino de vuelta a la tienda',
    text: 'Esta dirección ha caducado o está incompleta. La tienda sabe cómo está su pago.',
  },
  ended: {
    title: 'Este pago ha terminado',
    text: 'Aquí no queda nada por hacer. La tienda conoce el resultado; para pagar de nuevo, empiece allí.',
  },
  done: {
    title: 'Ya puede volver a la tienda',
    text: 'Aquí está todo hecho. Puede cerrar esta página; la tienda sabe cómo está su pago.',
  },
  stepDone: { title: 'Continuar', text: 'Este paso está hecho. Continúe, por favor.' },
  backToShop: 'Volver a la tienda',
  supportCode: 'Código de asistencia: {code}',
}
