"""How many features, and by which criterion? A grid search over a pipeline answers, without leaks."""
import warnings

from sklearn.model_selection import GridSearchCV
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

import tamis

warnings.simplefilter("ignore", tamis.TamisWarning)
x, y = tamis.datasets.load_sonar(return_X_y=True)
pipeline = make_pipeline(StandardScaler(), tamis.TraceRatio(), KNeighborsClassifier(1))
grid = {"traceratio__n_features_to_select": [5, 15, 30], "traceratio__criterion": ["fisher", "laplacian"]}
search = GridSearchCV(pipeline, grid, cv=5).fit(x, y)
print(f"{search.best_params_}: accuracy {search.best_score_:.2f}")
