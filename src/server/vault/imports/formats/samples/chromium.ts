import { textSample, type Sample } from './sample.ts'

export const samples: readonly Sample[] = [
  textSample(
    'chromium',
    'Chrome with notes',
    3,
    [
      'name,url,username,password,note',
      'intranet.exemple.fr,https://intranet.exemple.fr/,marie.durand,"Été, ""42""",Accès du service',
      'exemple.fr,android://aBc==@fr.exemple.application/,marie,=1+1,',
      'sans nom,http://10.0.0.1/,, deux blancs  ,"une note',
      'sur deux lignes"',
      '',
    ].join('\r\n'),
  ),
]
