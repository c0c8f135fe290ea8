// What pages are called in the navigation and the palette.

import { defineWords } from './defineWords.ts'

export const pageNames = defineWords({
  en: {
    ...{ payments: 'Payments', order: 'Order', today: 'Today', reviews: 'Reviews', risk: 'Risk rules' },
    ...{ developers: 'Developers', requests: 'Request log', notifications: 'Notifications' },
    ...{ users: 'Users', audit: 'Audit log', sandbox: 'Sandbox', account: 'Account' },
    ...{ preferences: 'Preferences', merchants: 'Merchants', links: 'Acquirer links', keys: 'Keys' },
    ...{ nodes: 'Nodes', obligations: 'Obligations', reconciliation: 'Reconciliation' },
    ...{ directoryServers: 'Directory servers', payers: 'Payers’ data', operators: 'Operators' },
    ...{ gatewayRisk: 'Gateway rules', lists: 'Risk lists', allMerchants: 'All merchants' },
    ...{ gatewayLists: 'Gateway lists', doctor: 'Integration doctor' },
  },
  de: {
    ...{ payments: 'Zahlungen', order: 'Bestellung', today: 'Heute', reviews: 'Prüfungen' },
    ...{ risk: 'Risikoregeln', developers: 'Entwickler', requests: 'Anfragen' },
    ...{ notifications: 'Benachrichtigungen', users: 'Benutzer', audit: 'Protokoll', sandbox: 'Sandbox' },
    ...{ account: 'Konto', preferences: 'Einstellungen', merchants: 'Händler', links: 'Acquirer-Links' },
    ...{ keys: 'Schlüssel', nodes: 'Knoten', obligations: 'Offene Pflichten', reconciliation: 'Abstimmung' },
    ...{ directoryServers: 'Directory-Server', payers: 'Daten der Zahler', operators: 'Betreiber' },
    ...{ gatewayRisk: 'Regeln des Gateways', lists: 'Risikolisten', allMerchants: 'Alle Händler' },
    ...{ gatewayLists: 'Listen des Gateways', doctor: 'Integrations-Diagnose' },
  },
  fr: {
    ...{ payments: 'Paiements', order: 'Commande', today: 'Aujourd’hui', reviews: 'Vérifications' },
    ...{ risk: 'Règles de risque', developers: 'Développeurs', requests: 'Journal des requêtes' },
    ...{ notifications: 'Notifications', users: 'Utilisateurs', audit: 'Journal d’audit' },
    ...{ sandbox: 'Bac à sable', account: 'Compte', preferences: 'Préférences', merchants: 'Marchands' },
    ...{ links: 'Liens d’acquéreurs', keys: 'Clés', nodes: 'Nœuds', obligations: 'Obligations' },
    ...{ reconciliation: 'Rapprochement', directoryServers: 'Serveurs d’annuaire' },
    ...{ payers: 'Données des payeurs', operators: 'Exploitants', gatewayRisk: 'Règles de la passerelle' },
    ...{ lists: 'Listes de risque', allMerchants: 'Tous les marchands' },
    ...{ gatewayLists: 'Listes de la passerelle', doctor: 'Diagnostic d’intégration' },
  },
  es: {
    ...{ payments: 'Pagos', order: 'Pedido', today: 'Hoy', reviews: 'Revisiones' },
    ...{ risk: 'Reglas de riesgo', developers: 'Desarrolladores', requests: 'Registro de peticiones' },
    ...{ notifications: 'Notificaciones', users: 'Usuarios', audit: 'Registro de auditoría' },
    ...{ sandbox: 'Entorno de pruebas', account: 'Cuenta', preferences: 'Preferencias' },
    ...{ merchants: 'Comercios', links: 'Enlaces de adquirentes', keys: 'Claves', nodes: 'Nodos' },
    ...{ obligations: 'Obligaciones', reconciliation: 'Conciliación' },
    ...{ directoryServers: 'Servidores de directorio', payers: 'Datos de pagadores' },
    ...{ operators: 'Operadores', gatewayRisk: 'Reglas de la pasarela', lists: 'Listas de riesgo' },
    ...{ allMerchants: 'Todos los comercios' },
    ...{ gatewayLists: 'Listas de la pasarela', doctor: 'Diagnóstico de integración' },
  },
  ar: {
    ...{ payments: 'المدفوعات', order: 'الطلب', today: 'اليوم', reviews: 'المراجعات' },
    ...{ risk: 'قواعد المخاطر', developers: 'المطوّرون', requests: 'سجل الطلبات' },
    ...{ notifications: 'الإشعارات', users: 'المستخدمون', audit: 'سجل التدقيق' },
    ...{ sandbox: 'بيئة التجربة', account: 'الحساب', preferences: 'التفضيلات', merchants: 'التجار' },
    ...{ links: 'روابط المستحوذين', keys: 'المفاتيح', nodes: 'العقد', obligations: 'الالتزامات' },
    ...{ reconciliation: 'التسوية', directoryServers: 'خوادم الدليل', payers: 'بيانات الدافعين' },
    ...{ operators: 'المشغّلون', gatewayRisk: 'قواعد البوابة', lists: 'قوائم المخاطر' },
    ...{ allMerchants: 'كل التجار' },
    ...{ gatewayLists: 'قوائم البوابة', doctor: 'تشخيص التكامل' },
  },
})

export type PageName = keyof (typeof pageNames)['en']
