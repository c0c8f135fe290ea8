// Erasing a payer's personal data.

import { defineWords } from '../words/defineWords.ts'

export const payerWords = defineWords({
  en: {
    lead: 'Erase the personal data of a payer who asks for it. Books and evidence stay.',
    ...{ byEmail: 'E-mail address', byOrder: 'Order', look: 'Show what would change' },
    emailHint: 'Finds the orders that have it as their newest e-mail address.',
    would: {
      one: 'One order has personal data of this payer.',
      other: '{count} orders have personal data of this payer.',
    },
    atLeast: 'More than {count} orders have personal data of this payer.',
    none: 'No order is found. What was paid a moment ago is found in a moment.',
    goes:
      'Goes: names, e-mail, telephone, addresses, device, cardholder, passengers, notes of the ' +
      'payer, own fields.',
    stays:
      'Stays: amounts, states, times, the masked card and its sealed number for refunds, ' +
      'references, what acquirers said.',
    filters: {
      one: 'One saved search by this address goes too.',
      other: '{count} saved searches by this address go too.',
    },
    lists: 'The address is on a risk list ({lists}), where it stays until somebody takes it off.',
    ...{ erase: 'Erase', eraseData: 'Erase payer data', title: 'Erase this payer?' },
    confirm: 'This cannot be undone. Orders at work are left; repeat it for those.',
    ...{ running: 'Erasing: {count} orders so far', done: 'Erased' },
    result: {
      one: 'Personal data was erased in one order.',
      other: 'Personal data was erased in {count} orders.',
    },
    calls: {
      one: 'One entry of the request log lost its body.',
      other: '{count} entries of the request log lost their bodies.',
    },
    left: {
      one: 'One order was left: erase again in a moment.',
      other: '{count} orders were left: erase again in a moment.',
    },
    ...{ created: 'Created', amount: 'Amount', status: 'Status', state: 'Erasure' },
    ...{
      ready: 'Can be erased',
      RUNNING: 'At work',
      OWED: 'Owed to an acquirer',
      UNTOLD: 'Changed just now',
    },
    ...{ erasedAt: 'Erased', personalData: 'Personal data', erasedBy: 'erased by {by}' },
  },
  de: {
    lead: 'Personenbezogene Daten eines Zahlers auf Verlangen löschen. Bücher und Belege bleiben.',
    ...{ byEmail: 'E-Mail-Adresse', byOrder: 'Bestellung', look: 'Zeigen, was sich ändern würde' },
    emailHint: 'Findet Bestellungen, deren neueste E-Mail-Adresse es ist.',
    would: {
      one: 'Eine Bestellung hat Daten dieses Zahlers.',
      other: '{count} Bestellungen haben Daten dieses Zahlers.',
    },
    atLeast: 'Mehr als {count} Bestellungen haben Daten dieses Zahlers.',
    none: 'Keine Bestellung gefunden. Was gerade erst bezahlt wurde, wird gleich gefunden.',
    goes:
      'Es geht: Namen, E-Mail, Telefon, Adressen, Gerät, Karteninhaber, Reisende, Notizen des ' +
      'Zahlers, eigene Felder.',
    stays:
      'Es bleibt: Beträge, Zustände, Zeiten, die maskierte Karte und ihre versiegelte Nummer, ' +
      'Referenzen, Worte der Acquirer.',
    filters: {
      one: 'Eine gespeicherte Suche nach dieser Adresse geht auch.',
      other: '{count} gespeicherte Suchen nach dieser Adresse gehen auch.',
    },
    lists: 'Die Adresse steht auf einer Risikoliste ({lists}) und bleibt dort, bis jemand sie wegnimmt.',
    ...{ erase: 'Löschen', eraseData: 'Daten des Zahlers löschen', title: 'Diesen Zahler löschen?' },
    confirm:
      'Das lässt sich nicht rückgängig machen. Bestellungen in Arbeit bleiben: dafür später wiederholen.',
    ...{ running: 'Gelöscht wird: bisher {count} Bestellungen', done: 'Gelöscht' },
    result: {
      one: 'In einer Bestellung wurden Daten gelöscht.',
      other: 'In {count} Bestellungen wurden Daten gelöscht.',
    },
    calls: {
      one: 'Ein Eintrag des Anfrageprotokolls hat keinen Inhalt mehr.',
      other: '{count} Einträge des Anfrageprotokolls haben keinen Inhalt mehr.',
    },
    left: {
      one: 'Eine Bestellung blieb übrig: gleich noch einmal löschen.',
      other: '{count} Bestellungen blieben übrig: gleich noch einmal löschen.',
    },
    ...{ created: 'Erstellt', amount: 'Betrag', status: 'Status', state: 'Löschung' },
    ...{
      ready: 'Kann gelöscht werden',
      RUNNING: 'In Arbeit',
      OWED: 'Einem Acquirer geschuldet',
      UNTOLD: 'Eben geändert',
    },
    ...{ erasedAt: 'Gelöscht', personalData: 'Personenbezogene Daten', erasedBy: 'gelöscht von {by}' },
  },
  fr: {
    lead: 'Effacer les données personnelles d’un payeur qui le demande. Les livres et les preuves restent.',
    ...{ byEmail: 'Adresse e-mail', byOrder: 'Commande', look: 'Montrer ce qui changerait' },
    emailHint: 'Trouve les commandes dont c’est la dernière adresse e-mail.',
    would: {
      one: '{count} commande contient des données de ce payeur.',
      other: '{count} commandes contiennent des données de ce payeur.',
    },
    atLeast: 'Plus de {count} commandes contiennent des données de ce payeur.',
    none: 'Aucune commande trouvée. Ce qui vient d’être payé sera trouvé dans un instant.',
    goes:
      'Disparaît : noms, e-mail, téléphone, adresses, appareil, titulaire, passagers, notes du ' +
      'payeur, champs propres.',
    stays:
      'Reste : montants, états, heures, la carte masquée et son numéro scellé, références, ' +
      'réponses des acquéreurs.',
    filters: {
      one: '{count} recherche enregistrée sur cette adresse disparaît aussi.',
      other: '{count} recherches enregistrées sur cette adresse disparaissent aussi.',
    },
    lists: 'L’adresse est sur une liste de risque ({lists}) et y reste jusqu’à ce qu’on l’en retire.',
    ...{ erase: 'Effacer', eraseData: 'Effacer les données du payeur', title: 'Effacer ce payeur ?' },
    confirm: 'C’est irréversible. Les commandes en cours restent : recommencez pour celles-ci.',
    ...{ running: 'Effacement : {count} commandes jusqu’ici', done: 'Effacé' },
    result: {
      one: 'Des données ont été effacées dans {count} commande.',
      other: 'Des données ont été effacées dans {count} commandes.',
    },
    calls: {
      one: '{count} entrée du journal des requêtes a perdu son contenu.',
      other: '{count} entrées du journal des requêtes ont perdu leur contenu.',
    },
    left: {
      one: '{count} commande est restée : effacez de nouveau dans un instant.',
      other: '{count} commandes sont restées : effacez de nouveau dans un instant.',
    },
    ...{ created: 'Créée', amount: 'Montant', status: 'État', state: 'Effacement' },
    ...{
      ready: 'Peut être effacée',
      RUNNING: 'En cours',
      OWED: 'Dû à un acquéreur',
      UNTOLD: 'Modifiée à l’instant',
    },
    ...{ erasedAt: 'Effacé', personalData: 'Données personnelles', erasedBy: 'effacées par {by}' },
  },
  es: {
    lead: 'Borrar los datos personales de un pagador que lo pide. Los libros y las pruebas quedan.',
    ...{ byEmail: 'Correo electrónico', byOrder: 'Pedido', look: 'Mostrar qué cambiaría' },
    emailHint: 'Encuentra los pedidos cuyo último correo es este.',
    would: {
      one: 'Un pedido tiene datos de este pagador.',
      other: '{count} pedidos tienen datos de este pagador.',
    },
    atLeast: 'Más de {count} pedidos tienen datos de este pagador.',
    none: 'No se encuentra ningún pedido. Lo que se acaba de pagar se encuentra en un momento.',
    goes:
      'Se va: nombres, correo, teléfono, direcciones, dispositivo, titular, pasajeros, notas del ' +
      'pagador, campos propios.',
    stays:
      'Queda: importes, estados, horas, la tarjeta enmascarada y su número sellado, referencias, ' +
      'lo que dijo el adquirente.',
    filters: {
      one: 'También se va una búsqueda guardada de esta dirección.',
      other: 'También se van {count} búsquedas guardadas de esta dirección.',
    },
    lists: 'La dirección está en una lista de riesgo ({lists}) y queda allí hasta que alguien la quite.',
    ...{ erase: 'Borrar', eraseData: 'Borrar datos del pagador', title: '¿Borrar este pagador?' },
    confirm: 'No se puede deshacer. Los pedidos en curso quedan: repítalo para esos.',
    ...{ running: 'Borrando: {count} pedidos hasta ahora', done: 'Borrado' },
    result: { one: 'Se borraron datos en un pedido.', other: 'Se borraron datos en {count} pedidos.' },
    calls: {
      one: 'Una entrada del registro de peticiones perdió su contenido.',
      other: '{count} entradas del registro de peticiones perdieron su contenido.',
    },
    left: {
      one: 'Quedó un pedido: borre otra vez en un momento.',
      other: 'Quedaron {count} pedidos: borre otra vez en un momento.',
    },
    ...{ created: 'Creado', amount: 'Importe', status: 'Estado', state: 'Borrado' },
    ...{
      ready: 'Se puede borrar',
      RUNNING: 'En curso',
      OWED: 'Debido a un adquirente',
      UNTOLD: 'Cambió ahora mismo',
    },
    ...{ erasedAt: 'Borrado', personalData: 'Datos personales', erasedBy: 'borrados por {by}' },
  },
  ar: {
    lead: 'محو البيانات الشخصية لدافع يطلب ذلك. تبقى الدفاتر والأدلة.',
    ...{ byEmail: 'البريد الإلكتروني', byOrder: 'الطلب', look: 'إظهار ما سيتغير' },
    emailHint: 'يجد الطلبات التي هذا أحدث بريد لها.',
    would: {
      ...{ zero: 'لا طلب فيه بيانات هذا الدافع.', one: 'طلب واحد فيه بيانات هذا الدافع.' },
      ...{ two: 'طلبان فيهما بيانات هذا الدافع.', few: '{count} طلبات فيها بيانات هذا الدافع.' },
      ...{ many: '{count} طلبًا فيها بيانات هذا الدافع.', other: '{count} طلب فيها بيانات هذا الدافع.' },
    },
    atLeast: 'أكثر من {count} طلب فيها بيانات هذا الدافع.',
    none: 'لم يُعثر على طلب. ما دُفع قبل لحظة يُعثر عليه بعد لحظة.',
    goes:
      'يُمحى: الأسماء والبريد والهاتف والعناوين والجهاز وحامل البطاقة والمسافرون وملاحظات الدافع ' +
      'والحقول الخاصة.',
    stays: 'يبقى: المبالغ والحالات والأوقات والبطاقة المقنّعة ورقمها المختوم والمراجع وما قاله المستحوذ.',
    filters: {
      ...{ zero: 'لا بحث محفوظ.', one: 'يُمحى بحث محفوظ واحد بهذا العنوان أيضًا.' },
      ...{ two: 'يُمحى بحثان محفوظان بهذا العنوان أيضًا.', few: 'تُمحى {count} عمليات بحث محفوظة أيضًا.' },
      ...{ many: 'تُمحى {count} عملية بحث محفوظة أيضًا.', other: 'تُمحى {count} عملية بحث محفوظة أيضًا.' },
    },
    lists: 'العنوان في قائمة مخاطر ({lists}) ويبقى فيها حتى يزيله أحد.',
    ...{ erase: 'محو', eraseData: 'محو بيانات الدافع', title: 'محو هذا الدافع؟' },
    confirm: 'لا يمكن التراجع عن ذلك. الطلبات قيد العمل تبقى: كرّر المحو لها.',
    ...{ running: 'جارٍ المحو: {count} طلب حتى الآن', done: 'تم المحو' },
    result: {
      ...{ zero: 'لم تُمحَ بيانات.', one: 'مُحيت البيانات في طلب واحد.', two: 'مُحيت البيانات في طلبين.' },
      ...{ few: 'مُحيت البيانات في {count} طلبات.', many: 'مُحيت البيانات في {count} طلبًا.' },
      other: 'مُحيت البيانات في {count} طلب.',
    },
    calls: {
      ...{ zero: 'لم يتغير سجل الطلبات.', one: 'فقد قيد واحد من سجل الطلبات محتواه.' },
      ...{ two: 'فقد قيدان من سجل الطلبات محتواهما.', few: 'فقدت {count} قيود محتواها.' },
      ...{ many: 'فقد {count} قيدًا محتواه.', other: 'فقد {count} قيد محتواه.' },
    },
    left: {
      ...{ zero: 'لم يبقَ شيء.', one: 'بقي طلب واحد: كرّر المحو بعد لحظة.' },
      ...{ two: 'بقي طلبان: كرّر المحو بعد لحظة.', few: 'بقيت {count} طلبات: كرّر المحو بعد لحظة.' },
      ...{ many: 'بقي {count} طلبًا: كرّر المحو بعد لحظة.', other: 'بقي {count} طلب: كرّر المحو بعد لحظة.' },
    },
    ...{ created: 'أُنشئ', amount: 'المبلغ', status: 'الحالة', state: 'المحو' },
    ...{ ready: 'يمكن محوه', RUNNING: 'قيد العمل', OWED: 'مستحق لمستحوذ', UNTOLD: 'تغيّر للتو' },
    ...{ erasedAt: 'مُحي', personalData: 'البيانات الشخصية', erasedBy: 'محاها {by}' },
  },
})
