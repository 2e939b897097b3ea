// Read only by browsers without module scripts: they cannot run the console and are told what can.
document.title = 'Wardtrack'
document.getElementById('root').innerHTML =
  '<h1>This browser is not supported</h1><p>Please use Chrome 70+ or Firefox 60+.</p>'
