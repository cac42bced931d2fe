;;; Shapes and their areas.
(defpackage :shapes (:use :cl) (:export #:area))
(in-package :shapes)

(defstruct square (side 1.0) name)

(defgeneric area (shape)
  (:documentation "The area, in square metres."))

(defmethod area ((shape square))
  (expt (square-side shape) 2))

(defun largest (items &key (by #'identity) (limit 10))
  "The item for which BY is \"largest\"."
  (let ((best nil) (i 0))
    (dolist (item items best)
      (when (> (incf i) limit) (return best))
      (if (or (null best) (> (funcall by item) (funcall by best)))
          (setf best item)))))

(defmacro twice (x) `(* 2 ,x ,@(list 1)))

(format t "~a~%" (largest (mapcar (lambda (n) (make-square :side n)) '(1 2 3)) :by #'area))
