// What the integration doctor advises; its English is the command's.

import { symptomAdvice } from '../../../doctor/texts.ts'
import { defineWords } from './defineWords.ts'

/** What stands between `…` is code. */
export const symptomAdviceWords = defineWords({
  en: symptomAdvice,
  de: {
    'created-read-as-approved':
      'HTTP 201 sagt, dass die Transaktion aufgezeichnet wurde, nicht dass sie genehmigt ist: Prüfen Sie ' +
      '`result`, das nur bei einer Genehmigung SUCCESS ist.',
    'open-read-as-final':
      'PENDING und UNKNOWN sind nicht endgültig: Warten Sie auf die Benachrichtigung oder rufen Sie die ' +
      'Bestellung ab, bevor Sie einziehen, liefern oder den Zahler informieren.',
    'retried-under-new-id':
      'Der Zahler könnte zweimal belastet werden. Wiederholen Sie unter derselben Bestell- und ' +
      'Transaktions-ID: Das Gateway führt sie einmal aus und antwortet, was daraus wurde. Oder rufen Sie ' +
      'zuerst die Bestellung ab.',
    'outcome-never-learned':
      'Die Antwort war noch offen, Benachrichtigungen werden nicht empfangen, und nichts wurde ' +
      'gefragt, was den Ausgang sagte: Legen Sie im Profil des Händlers `notificationUrl` fest, ' +
      'oder rufen Sie die Bestellung ab (`GET …/order/{orderid}`), bis ihre Zahlung entschieden ' +
      'ist.',
    'final-decline-retried':
      'Nach BLOCKED oder DECLINED_DO_NOT_CONTACT wird dieselbe Karte wieder abgelehnt, nach EXPIRED_CARD ' +
      'dieselbe Karte mit demselben Ablaufdatum, und Netze berechnen solche Versuche. Bitten Sie den ' +
      'Zahler um eine andere Karte, oder bei einer abgelaufenen um das richtige Datum.',
    'card-data-elsewhere':
      'Kartennummern und Prüfnummern gehören nur in ihre eigenen Felder. Was sie sonst enthält (eine ' +
      'Beschreibung, eine Bestell-ID, Ihr Log), fällt damit unter PCI DSS.',
    'id-used-twice':
      'Die zweite wurde nicht ausgeführt. Vergeben Sie für jeden Versuch eines Zahlers eine ID, und ' +
      'behalten Sie sie für die Wiederholungen genau dieser Anfrage.',
    'amount-malformed':
      'Schreiben Sie Beträge als Text in Anführungszeichen, aus Ziffern und mit einem Punkt vor den ' +
      'Dezimalstellen, etwa `"10.00"`: ohne Komma, Leerzeichen, Vorzeichen oder Währung, die ein eigenes ' +
      'Feld hat.',
    'amount-off-by-exponent':
      'Beträge sind in Haupteinheiten mit Dezimalpunkt, nach dem Exponenten der Währung: zehn Dollar sind ' +
      '10.00, zehn Yen sind 10, ein kuwaitischer Dinar hat drei Dezimalstellen.',
    'amounts-in-minor-units':
      'Alle Beträge sind ganze Zahlen ab 100. Wenn 1999 für 19.99 steht, schreiben Sie es so: Beträge sind ' +
      'in Haupteinheiten. Sind Ihre Preise ganze Zahlen, ist alles gut: Mit Dezimalstellen, etwa ' +
      '`"249.00"`, lassen sie keinen Zweifel.',
    'session-reused':
      'Eine Session ist für eine Bestellung. Erzeugen Sie für jede eine neue (`POST …/session`), ' +
      'behalten Sie ihre ID nur auf Ihrem Server, und senden Sie als `session.version` die zuletzt ' +
      'geantwortete, oder keine.',
    'refused-request-repeated':
      'Was wegen seines Inhalts abgewiesen wurde, wird wieder abgewiesen: Berichtigen Sie das Feld, das ' +
      'die Antwort nennt. Wiederholen Sie nur nach 429, 5xx oder einer abgebrochenen Verbindung.',
    polling:
      'Lassen Sie sich von Benachrichtigungen sagen, wann sich eine Bestellung ändert, oder warten ' +
      'Sie am Feed darauf (`GET …/notifications?after=…&wait=20`): Rufen Sie sie dann ab, und nicht ' +
      'immer wieder.',
    'notifications-unverified':
      'Wer Ihre Adresse findet, kann Ihrem Shop sagen, eine Bestellung sei bezahlt. Prüfen Sie die ' +
      'Signatur, bevor Sie den Inhalt lesen, und antworten Sie 401, wenn sie falsch ist.',
    'notifications-failing':
      'Antworten Sie 2xx auf jede echte Benachrichtigung, auch auf eine, die Sie schon hatten.',
    'notifications-slow':
      'Speichern Sie die Benachrichtigung, antworten Sie 200, und bearbeiten Sie sie danach: Eine langsame ' +
      'Antwort gilt als Fehlschlag.',
  },
  fr: {
    'created-read-as-approved':
      'HTTP 201 dit que la transaction a été enregistrée, non qu’elle a été approuvée : regardez `result`, ' +
      'qui n’est SUCCESS que pour une approbation.',
    'open-read-as-final':
      'PENDING et UNKNOWN ne sont pas définitifs : attendez la notification, ou récupérez la ' +
      'commande, avant de capturer, d’expédier ou d’informer le payeur.',
    'retried-under-new-id':
      'Le payeur peut être débité deux fois. Réessayez sous les mêmes identifiants de commande et de ' +
      'transaction : la passerelle l’exécute une fois et répond ce qu’elle est devenue. Ou récupérez ' +
      'd’abord la commande.',
    'outcome-never-learned':
      'La réponse était encore ouverte, les notifications ne sont pas reçues et rien de ce qui a ' +
      'été demandé n’a dit le résultat : indiquez `notificationUrl` dans le profil du marchand, ou ' +
      'récupérez la commande (`GET …/order/{orderid}`) jusqu’à ce que son paiement soit décidé.',
    'final-decline-retried':
      'Après BLOCKED ou DECLINED_DO_NOT_CONTACT, la même carte est de nouveau refusée ; après ' +
      'EXPIRED_CARD, la même carte avec la même date d’expiration ; et les réseaux facturent de tels ' +
      'essais. Demandez au payeur une autre carte ou, pour une carte expirée, la bonne date.',
    'card-data-elsewhere':
      'Numéros de carte et codes de sécurité n’ont leur place que dans leurs champs. Tout ce qui en ' +
      'contient ailleurs (une description, un identifiant, un de vos journaux) relève alors de PCI DSS.',
    'id-used-twice':
      'La seconde n’a pas été exécutée. Créez un identifiant pour chaque tentative d’un payeur, et ' +
      'gardez-le pour les répétitions de cette requête même.',
    'amount-malformed':
      'Écrivez les montants en texte entre guillemets, en chiffres et avec un point avant les décimales, ' +
      'comme `"10.00"` : sans virgule, espace, signe ni devise, laquelle a son propre champ.',
    'amount-off-by-exponent':
      'Les montants sont en unités principales avec un point décimal, selon l’exposant de la devise : dix ' +
      'dollars font 10.00, dix yens font 10, un dinar koweïtien a trois décimales.',
    'amounts-in-minor-units':
      'Tous les montants sont entiers, et de 100 ou plus. Si 1999 veut dire 19.99, écrivez-le ainsi : les ' +
      'montants sont en unités principales. Si vos prix sont entiers, tout va bien : avec des décimales, ' +
      'comme `"249.00"`, ils ne laissent aucun doute.',
    'session-reused':
      'Une session vaut pour une commande. Créez-en une nouvelle pour chacune (`POST …/session`), ' +
      'ne gardez son identifiant que sur votre serveur, et envoyez comme `session.version` la ' +
      'dernière reçue, ou aucune.',
    'refused-request-repeated':
      'Ce qui a été refusé pour son contenu le sera encore : corrigez le champ que nomme la réponse. Ne ' +
      'réessayez qu’après 429, 5xx ou une connexion interrompue.',
    polling:
      'Laissez les notifications vous dire quand une commande change, ou attendez-les au flux (`GET ' +
      '…/notifications?after=…&wait=20`) : récupérez-la alors, et non sans cesse.',
    'notifications-unverified':
      'Quiconque trouve votre adresse peut dire à votre boutique qu’une commande est payée. Vérifiez la ' +
      'signature avant de lire le corps, et répondez 401 si elle est fausse.',
    'notifications-failing':
      'Répondez 2xx à toute notification authentique, même à une que vous avez déjà reçue.',
    'notifications-slow':
      'Enregistrez la notification, répondez 200 et traitez-la ensuite : une réponse lente compte comme un ' +
      'échec.',
  },
  es: {
    'created-read-as-approved':
      'HTTP 201 dice que la transacción se registró, no que se aprobó: mire `result`, que solo es SUCCESS ' +
      'cuando se aprueba.',
    'open-read-as-final':
      'PENDING y UNKNOWN no son definitivos: espere la notificación, o consulte el pedido, ' +
      'antes de capturar, enviar o avisar al pagador.',
    'retried-under-new-id':
      'Puede que se cobre dos veces al pagador. Reintente con los mismos identificadores de pedido y de ' +
      'transacción: la pasarela la ejecuta una vez y responde qué fue de ella. O consulte antes el pedido.',
    'outcome-never-learned':
      'La respuesta seguía abierta, no se reciben notificaciones y nada de lo que se consultó dijo ' +
      'el resultado: indique `notificationUrl` en el perfil del comercio, o consulte el pedido ' +
      '(`GET …/order/{orderid}`) hasta que su pago se decida.',
    'final-decline-retried':
      'Tras BLOCKED o DECLINED_DO_NOT_CONTACT la misma tarjeta se rechaza de nuevo, tras EXPIRED_CARD la ' +
      'misma tarjeta con la misma fecha de caducidad, y las redes cobran por esos intentos. Pida al ' +
      'pagador otra tarjeta o, si la suya caducó, la fecha correcta.',
    'card-data-elsewhere':
      'Los números de tarjeta y los códigos de seguridad van solo en sus campos. Lo demás que los contenga ' +
      '(una descripción, un identificador, un registro suyo) queda dentro del alcance de PCI DSS.',
    'id-used-twice':
      'La segunda no se ejecutó. Cree un identificador para cada intento de un pagador, y consérvelo para ' +
      'las repeticiones de esa misma petición.',
    'amount-malformed':
      'Escriba los importes como texto entre comillas, con cifras y un punto antes de los decimales, como ' +
      '`"10.00"`: sin coma, espacio, signo ni moneda, que tiene su propio campo.',
    'amount-off-by-exponent':
      'Los importes van en unidades principales con punto decimal, según el exponente de su moneda: diez ' +
      'dólares son 10.00, diez yenes son 10, un dinar kuwaití tiene tres decimales.',
    'amounts-in-minor-units':
      'Todos los importes son enteros, de 100 o más. Si 1999 significa 19.99, escríbalo así: los importes ' +
      'van en unidades principales. Si sus precios son enteros, todo está bien: con decimales, como ' +
      '`"249.00"`, no dejan dudas.',
    'session-reused':
      'Una sesión es para un pedido. Cree una nueva para cada uno (`POST …/session`), guarde su ' +
      'identificador solo en su servidor, y envíe como `session.version` la última recibida, o ' +
      'ninguna.',
    'refused-request-repeated':
      'Lo que se rechazó por su contenido se rechaza otra vez: corrija el campo que nombra la respuesta. ' +
      'Reintente solo tras 429, 5xx o una conexión interrumpida.',
    polling:
      'Deje que las notificaciones le digan cuándo cambia un pedido, o espérelas en el canal (`GET ' +
      '…/notifications?after=…&wait=20`): consúltelo entonces, y no una y otra vez.',
    'notifications-unverified':
      'Quien encuentre su dirección puede decir a su tienda que un pedido se pagó. Verifique la firma ' +
      'antes de leer el cuerpo, y responda 401 si es falsa.',
    'notifications-failing':
      'Responda 2xx a toda notificación auténtica, también a una que ya haya recibido.',
    'notifications-slow':
      'Guarde la notificación, responda 200 y procésela después: una respuesta lenta cuenta como un fallo.',
  },
  ar: {
    'created-read-as-approved':
      'يعني HTTP 201 أن المعاملة سُجّلت، لا أنها قُبلت: انظر إلى `result`، وهو SUCCESS عند الموافقة فقط.',
    'open-read-as-final':
      'PENDING و UNKNOWN ليستا نهائيتين: انتظر الإشعار أو استرجع الطلب قبل أن تحصّل المبلغ أو ' +
      'تشحن أو تخبر الدافع.',
    'retried-under-new-id':
      'قد يُخصم من الدافع مرتين. أعد المحاولة بمعرّفي الطلب والمعاملة نفسيهما: تنفّذها البوابة مرة واحدة ' +
      'وتجيب بما آلت إليه. أو استرجع الطلب أولًا.',
    'outcome-never-learned':
      'كان الجواب ما زال مفتوحًا، ولا تُستقبل الإشعارات، ولم يُسأل عما يكشف النتيجة: حدّد ' +
      '`notificationUrl` في ملف التاجر، أو استرجع الطلب (`GET …/order/{orderid}`) إلى أن يُحسم أمر ' +
      'دفعته.',
    'final-decline-retried':
      'بعد BLOCKED أو DECLINED_DO_NOT_CONTACT تُرفض البطاقة نفسها من جديد، وبعد EXPIRED_CARD تُرفض البطاقة ' +
      'نفسها بتاريخ الانتهاء نفسه، وتفرض الشبكات رسومًا على هذه المحاولات. اطلب من الدافع بطاقة أخرى، أو ' +
      'التاريخ الصحيح للبطاقة المنتهية.',
    'card-data-elsewhere':
      'أرقام البطاقات ورموز الأمان مكانها حقولها فقط. كل ما يحويها غير ذلك (وصف أو معرّف طلب أو سجل لديك) ' +
      'يدخل في نطاق PCI DSS.',
    'id-used-twice':
      'لم يُنفَّذ الثاني. أنشئ معرّفًا لكل محاولة من الدافع، واحتفظ به لإعادات ذلك الطلب ' + 'نفسه.',
    'amount-malformed':
      'اكتب المبالغ نصًا بين علامتي اقتباس، بأرقام ونقطة قبل المنازل العشرية، مثل `"10.00"`: دون فاصلة أو ' +
      'مسافة أو إشارة أو عملة، فللعملة حقل خاص بها.',
    'amount-off-by-exponent':
      'المبالغ بالوحدات الرئيسية بنقطة عشرية بحسب أس العملة: عشرة دولارات هي 10.00، وعشرة ينات هي 10، ' +
      'وللدينار الكويتي ثلاث منازل عشرية.',
    'amounts-in-minor-units':
      'جميع المبالغ أعداد صحيحة لا تقل عن 100. إن كان 1999 يعني 19.99 فاكتبه كذلك: المبالغ ' +
      'بالوحدات الرئيسية. وإن كانت أسعارك أعدادًا صحيحة فلا خطأ: ' +
      'كتابتها بمنازل عشرية، مثل `"249.00"`، تزيل الشك.',
    'session-reused':
      'الجلسة لطلب واحد. أنشئ جلسة جديدة لكل طلب (`POST …/session`)، واحتفظ بمعرّفها على خادمك فقط، ' +
      'وأرسل في `session.version` آخر ما أُجبت به، أو لا ترسل شيئًا.',
    'refused-request-repeated':
      'ما رُفض بسبب محتواه يُرفض مرة أخرى: أصلح الحقل الذي يسمّيه الجواب. لا تُعد المحاولة إلا بعد 429 أو ' +
      '5xx أو انقطاع الاتصال.',
    polling:
      'دع الإشعارات تخبرك متى يتغيّر طلب، أو انتظرها عند الموجز (`GET ' +
      '…/notifications?after=…&wait=20`): استرجعه حينئذ، لا مرارًا وتكرارًا.',
    'notifications-unverified':
      'من يجد عنوانك يستطيع أن يقول لمتجرك إن طلبًا قد دُفع. تحقّق من التوقيع قبل أن تقرأ المحتوى، وأجب ' +
      '401 إن كان خاطئًا.',
    'notifications-failing': 'أجب 2xx عن كل إشعار صحيح، حتى عن إشعار وصلك من قبل.',
    'notifications-slow': 'احفظ الإشعار، وأجب 200، ثم عالجه بعد ذلك: الجواب البطيء يُحسب إخفاقًا.',
  },
})
